import type { Command } from '../command.ts';
import { groupsOf, nextWords, operandValuesOf, optionsOf } from './words-of.ts';

/** A script for bash. It knows all words, because starting Florin for each key would take too long. */
export function completeBash(commands: readonly Command[]): string {
  const texts = (typed: string[]) =>
    nextWords(commands, typed)
      .map(({ text }) => text)
      .join(' ');
  const groups = groupsOf(commands).map((group) => `    '${group}') words='${texts([group])}' ;;`);
  return `# Completion of florin for bash. Made by "florin completion bash".
_florin() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local first=\${COMP_WORDS[1]} second=\${COMP_WORDS[2]} words=
  ((COMP_CWORD > 1)) || { COMPREPLY=($(compgen -W '${texts([])}' -- "$current")); return; }
  case "$first $second" in
${commands.map(commandCase).join('\n')}
    *) case "$first" in
${groups.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _florin florin
`;
}

/** After an option that takes one of some values, those; otherwise the options and the values of the operand. */
function commandCase(command: Command): string {
  const options = optionsOf(command);
  const words = [...operandValuesOf(command), ...options.map(([name]) => `--${name}`)].join(' ');
  const values = options.flatMap(([name, { type, values: known = [] }]) =>
    type === 'string' ? [`--${name}) words='${known.join(' ')}' ;;`] : [],
  );
  const pattern = command.name.includes(' ') ? `'${command.name}'` : `'${command.name} '*`;
  return `    ${pattern}) case "$previous" in ${[...values, `*) words='${words}' ;;`].join(' ')} esac ;;`;
}
