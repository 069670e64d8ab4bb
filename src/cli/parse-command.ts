import { parseArgs } from 'node:util';
import { nearest } from '../domain/nearest.ts';
import { UserError } from '../domain/user-error.ts';
import { SERVER_VERSION } from '../domain/version.ts';
import type { Args, Command, Option } from './command.ts';
import { commands, sections } from './commands.ts';
import { describeCommand, listCommands, listSection, usage } from './describe-command.ts';

export interface ParsedCommand {
  command: Command;
  args: Args;
  json: boolean;
}

const HELP = new Set(['--help', '-h']);

/** Finds the command by its name and parses its arguments. Returns the text if help or the version was requested. */
export function parseCommand(argv: readonly string[]): ParsedCommand | { help: string } {
  if (argv[0] === '--version') return { help: `${SERVER_VERSION}\n` };
  const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv.some((word) => HELP.has(word));
  const words = argv.filter((word, index) => !HELP.has(word) && !(index === 0 && word === 'help'));
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (wantsHelp) return { help: command ? describeCommand(command) : helpFor(words) };
  if (!command) throw isGroup(words) ? unnamedCommand(words[0] ?? '') : unknownCommand(words);
  const { values, positionals } = parseStrictly(command, words.slice(command.name.split(' ').length));
  checkOptions(command, values);
  const { operands = [] } = command;
  const required = operands.filter(({ optional }) => !optional);
  if (positionals.length < required.length || positionals.length > operands.length) throw wrongUsage(usage(command));
  return { command, json: values['json'] === true, args: toArgs(values, positionals) };
}

const wrongUsage = (message: string) => new UserError(message, 'usage');

/** The commands whose names begin with this word. */
const groupOf = (word = ''): Command[] => commands.filter(({ name }) => name.startsWith(`${word} `));

/** Whether a group was typed, and none of its commands. */
const isGroup = ([first, second]: readonly string[]): boolean =>
  groupOf(first).length > 0 && (second === undefined || second.startsWith('-'));

/** The commands whose names begin with these words, or all. */
function helpFor(words: readonly string[]): string {
  if (words.length === 0) return listCommands(sections);
  const group = groupOf(words[0]);
  if (group.length === 0) throw unknownCommand(words);
  return listCommands([{ title: 'Commands', commands: group }]);
}

function unnamedCommand(word: string): UserError {
  const group = groupOf(word);
  const names = group.map(({ name }) => name.slice(word.length + 1)).join(', ');
  return wrongUsage(`Name a command of ${word}: ${names}.\n\n${listSection({ title: 'Commands', commands: group })}`);
}

function unknownCommand(words: readonly string[]): UserError {
  const options = words.findIndex((word) => word.startsWith('-'));
  const typed = words.slice(0, options === -1 ? 2 : Math.min(options, 2));
  const names = commands.map(({ name }) => name);
  const meant = nearest(typed.join(' '), names) ?? nearest(typed[0] ?? '', names);
  const group = groupOf(typed[0]);
  const list =
    group.length > 0
      ? `Commands: ${group.map(({ name }) => name).join(', ')}.`
      : '"npx florin help" lists all commands.';
  const hint = meant === undefined ? '' : `Did you mean "${meant}"? `;
  return wrongUsage(`Unknown command "${typed.join(' ')}". ${hint}${list}`);
}

function parseStrictly(
  command: Command,
  rest: readonly string[],
): { values: Record<string, Value>; positionals: string[] } {
  const options = Object.entries(command.options).map(([name, { type, multiple = false }]) => [
    name,
    { type, multiple },
  ]);
  try {
    return parseArgs({
      args: [...rest],
      options: { ...Object.fromEntries(options), json: { type: 'boolean', multiple: false } },
      allowPositionals: true,
    });
  } catch (error) {
    const [, typed] = /Unknown option '--([\w-]+)'/.exec((error as Error).message) ?? [];
    if (typed === undefined) throw wrongUsage(`${(error as Error).message} ${usage(command)}`);
    const meant = nearest(typed, Object.keys(command.options));
    const hint = meant === undefined ? '' : `Did you mean --${meant}? `;
    throw wrongUsage(`Unknown option --${typed}. ${hint}${usage(command)}`);
  }
}

function checkOptions(command: Command, values: Record<string, Value>): void {
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && values[name] === undefined) throw wrongUsage(`--${name} is required. ${usage(command)}`);
    for (const value of [values[name] ?? []].flat()) checkValue(name, option, value);
  }
}

function checkValue(name: string, { values }: Option, value: string | boolean): void {
  if (typeof value === 'boolean' || !values || values.includes(value)) return;
  throw wrongUsage(`--${name} is "${value}"; it must be one of ${values.join(', ')}.`);
}

type Value = string | boolean | (string | boolean)[] | undefined;

function toArgs(values: Record<string, Value>, operands: string[]): Args {
  const optional = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    operands,
    optional,
    text: (name) => optional(name) ?? '',
    flag: (name) => values[name] === true,
    list: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.map(String) : [];
    },
  };
}
