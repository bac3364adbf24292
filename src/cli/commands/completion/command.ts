import { command, running } from '../../command/command.ts';
import { choice, required, type OptionsOf } from '../../command/options.ts';
import type { Context } from '../../context/context.ts';
import { refuseOtherForms } from '../../output/write-output.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/**
 * Each script calls `pix __complete -- WORDS…`, which prints a line per candidate (with its description after a tab)
 * and `:files` for file names.
 */
export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `# bash completion for pix
_pix() {
  local line=\${COMP_LINE:0:COMP_POINT} current prefix value open quoted
  local -a words
  open=\${line//\\\\?/} open=\${open//[!\\"\\']/} quoted=\${line##*[\\"\\']}
  # Behind an open quote, a blank is of the word.
  (( \${#open} % 2 )) && line=\${line%[\\"\\']*}\${quoted// /\\\\ } || open=
  read -a words <<<"$line"
  [[ $line == *[!\\\\][[:space:]] ]] && words+=('')
  current=\${words[\${#words[@]}-1]}
  # bash completes what is behind the last = or :, and no more.
  prefix=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "\${current#"$prefix"}")
    elif [[ -n $value ]]; then
      value=\${value#"$prefix"}
      [[ -z $open ]] && value=$(printf '%q' "$value")
      # A comma means nothing to bash; escaped, it would come back as a part of the word.
      COMPREPLY+=("\${value//\\\\,/,}")
    fi
  done < <(pix __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _pix pix
`,
  zsh: `#compdef pix
_pix() {
  local line value
  local -a lines candidates
  lines=("\${(@f)$(pix __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in $lines; do
    if [[ $line == :files ]]; then
      [[ $PREFIX == -*=* ]] && compset -P '*='
      _files
    else
      value=\${line%%$'\\t'*}
      candidates+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#candidates )) && _describe -V pix candidates
}
if [[ $funcstack[1] == _pix ]]; then _pix "$@"; else compdef _pix pix; fi
`,
  fish: `# fish completion for pix
function __pix_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l typed (string unescape -- $current)
    for line in (pix __complete -- $words "$typed" 2>/dev/null)
        if test "$line" = ':files'
            # fish itself reads quotes, ~ and what is behind an =.
            complete -C "'' $current"
        else
            echo $line
        end
    end
end
complete -c pix -f -a '(__pix_complete)'
`,
  powershell: `# PowerShell completion for pix
Register-ArgumentCompleter -Native -CommandName pix -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    # An empty word would be lost on its way.
    $options = @(if ($wordToComplete -eq '') { '--new-word' })
    pix __complete @options '--' @words 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
`,
};

const completion = command({
  description: ({ help }) => help.commands.completion,
  arguments: {
    shell: required(choice((text) => text.completion.help.shell, { values: SHELLS, code: 'unknown_shell' })),
  },
  examples: [
    'pix completion bash > ~/.local/share/bash-completion/completions/pix',
    'pix completion zsh > "${fpath[1]}/_pix"',
    'pix completion fish > ~/.config/fish/completions/pix.fish',
    'pix completion powershell >> $PROFILE',
  ],
});

export const tree = running(() => Promise.resolve({ run }), completion);

/** `pix completion SHELL`: prints the script for a shell. */
function run(context: Context, { shell }: OptionsOf<typeof completion>): Promise<void> {
  refuseOtherForms(context, []);
  context.screen.print(SCRIPTS[shell]);
  return Promise.resolve();
}
