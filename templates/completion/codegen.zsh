#compdef codegen wsdl-codegen
# Completion of codegen for zsh. In ~/.zshrc, after compinit: source <(codegen completion zsh)
_codegen() {
  local line files=0
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      files=1
    else
      found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done < <("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  (( ${#found} )) && _describe 'codegen' found
  (( files )) && _files
}
compdef _codegen codegen wsdl-codegen
