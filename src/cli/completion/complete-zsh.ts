import type { Command } from '../command.ts';
import { groupsOf, nextWords, operandValuesOf, optionsOf, type Word } from './words-of.ts';

/** A script for zsh, which shows the help beside each word. */
export function completeZsh(commands: readonly Command[]): string {
  const groups = groupsOf(commands).map(
    (group) => `    '${group}') offered=(${list(nextWords(commands, [group]))}) ;;`,
  );
  return `#compdef florin
# Completion of florin for zsh. Made by "florin completion zsh".
_florin() {
  local previous=\${words[CURRENT-1]} first=\${words[2]} second=\${words[3]}
  local -a offered
  if ((CURRENT == 2)); then
    offered=(${list(nextWords(commands, []))})
    _describe 'command' offered
    return
  fi
  case "$first $second" in
${commands.map(commandCase).join('\n')}
    *) case "$first" in
${groups.join('\n')}
    esac ;;
  esac
  if (($#offered)); then _describe 'florin' offered; else _files; fi
}
if [[ $funcstack[1] = _florin ]]; then _florin "$@"; else compdef _florin florin; fi
`;
}

function commandCase(command: Command): string {
  const options = optionsOf(command);
  const values = options.flatMap(([name, { type, values: known = [] }]) =>
    type === 'string' ? [`--${name}) offered=(${list(known.map(plain))}) ;;`] : [],
  );
  const words = [
    ...operandValuesOf(command).map(plain),
    ...options.map(([name, { help }]) => ({ text: `--${name}`, help })),
  ];
  const pattern = command.name.includes(' ') ? `'${command.name}'` : `'${command.name} '*`;
  return `    ${pattern}) case "$previous" in ${[...values, `*) offered=(${list(words)}) ;;`].join(' ')} esac ;;`;
}

const plain = (text: string): Word => ({ text, help: '' });

/** Words for `_describe`: a colon separates the word from its help. */
const list = (words: readonly Word[]): string =>
  words
    .map(({ text, help }) => `${text.replaceAll(':', '\\:')}${help === '' ? '' : `:${help}`}`)
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
