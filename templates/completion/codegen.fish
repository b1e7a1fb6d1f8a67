# Completion of codegen for fish. In ~/.config/fish/config.fish: codegen completion fish | source
function __codegen_words
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c codegen -f -a '(__codegen_words)'
complete -c wsdl-codegen -f -a '(__codegen_words)'
