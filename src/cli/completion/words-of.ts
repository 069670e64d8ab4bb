import type { Command, Option } from '../command.ts';
import { SHARED_OPTIONS } from '../describe-command.ts';

export interface Word {
  text: string;
  help: string;
}

/** What can follow so many words of a command: the next words of names, with the help of the command where it ends. */
export function nextWords(commands: readonly Command[], typed: readonly string[]): Word[] {
  const found = new Map<string, Word>();
  for (const { name, summary } of [...commands, { name: 'help', summary: 'Shows the help of a command.' }]) {
    const words = name.split(' ');
    if (words.length <= typed.length || !typed.every((word, index) => words[index] === word)) continue;
    const text = words[typed.length] ?? '';
    const ends = words.length === typed.length + 1;
    found.set(text, { text, help: ends ? summary : `Commands of ${text}` });
  }
  return [...found.values()];
}

/** The first words of commands that have a second one. */
export const groupsOf = (commands: readonly Command[]): string[] => [
  ...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []))),
];

export const optionsOf = (command: Command): [name: string, option: Option][] =>
  Object.entries({ ...command.options, ...SHARED_OPTIONS });

export const operandValuesOf = (command: Command): readonly string[] => command.operands?.[0]?.values ?? [];
