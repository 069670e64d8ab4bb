import type { Command, Option } from '../command.ts';
import { groupsOf, nextWords, operandValuesOf, optionsOf, type Word } from './words-of.ts';

/** A script for fish, which shows the help beside each word. */
export function completeFish(commands: readonly Command[]): string {
  const lines = [
    ...nextWords(commands, []).map((word) => wordLine('__florin_typed', word)),
    ...groupsOf(commands).flatMap((group) =>
      nextWords(commands, [group]).map((word) => wordLine(`__florin_typed ${group}`, word)),
    ),
    ...commands.flatMap(commandLines),
  ];
  return `# Completion of florin for fish. Made by "florin completion fish".
# Whether exactly these words follow "florin".
function __florin_typed
  set -l words (commandline -opc)
  test "$words[2..]" = "$argv"
end
# Whether these words follow "florin", and perhaps others.
function __florin_begins
  set -l words (commandline -opc)
  set -l last (math (count $argv) + 1)
  test "$words[2..$last]" = "$argv"
end
complete -c florin -f
${lines.join('\n')}
`;
}

const wordLine = (condition: string, { text, help }: Word): string =>
  `complete -c florin -n ${quote(condition)} -a ${quote(text)} -d ${quote(help)}`;

function commandLines(command: Command): string[] {
  const condition = quote(`__florin_begins ${command.name}`);
  const operands = operandValuesOf(command).map(
    (value) => `complete -c florin -n ${quote(`__florin_typed ${command.name}`)} -a ${quote(value)}`,
  );
  const options = optionsOf(command).map(
    ([name, option]) => `complete -c florin -n ${condition} -l ${name} -d ${quote(option.help)}${valueOf(option)}`,
  );
  return [...operands, ...options];
}

/** What follows an option: one of its values, anything, or nothing. */
function valueOf({ type, values }: Option): string {
  if (values) return ` -x -a ${quote(values.join(' '))}`;
  return type === 'string' ? ' -r' : '';
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
