import { completeCommand, type Shell } from './shells.js';

/** The names of the command. */
const names = ['codegen', 'wsdl-codegen'];

/**
 * A script that makes a shell complete the command. It asks the command itself for words: each is printed on a line with its
 * description after a tab; a line `:files` says that file names may come as well.
 */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash;
    case 'zsh':
      return zsh;
    case 'fish':
      return fish;
  }
}

const bash = `# Completion of codegen for bash. In ~/.bashrc: source <(codegen completion bash)
_codegen() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("\${COMP_WORDS[0]}" ${completeCommand} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _codegen ${names.join(' ')}
`;

const zsh = `#compdef ${names.join(' ')}
# Completion of codegen for zsh. In ~/.zshrc, after compinit: source <(codegen completion zsh)
_codegen() {
  local line files=0
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      files=1
    else
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <("\${words[1]}" ${completeCommand} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe 'codegen' found
  (( files )) && _files
}
compdef _codegen ${names.join(' ')}
`;

const fish = `# Completion of codegen for fish. In ~/.config/fish/config.fish: codegen completion fish | source
function __codegen_words
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] ${completeCommand} -- $words[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
${names.map((name) => `complete -c ${name} -f -a '(__codegen_words)'`).join('\n')}
`;
