import { parseArgs } from 'node:util';
import { UserError } from '../domain/user-error.ts';
import type { Args, Command } from './command.ts';
import { commands } from './commands.ts';

export interface ParsedCommand {
  command: Command;
  args: Args;
  json: boolean;
}

const HELP = new Set(['help', '--help', '-h']);

/** Finds the command by its first words and reads the rest, or says how it is used where help is asked for. */
export function parseCommand(argv: readonly string[]): ParsedCommand | { help: string } {
  const command = commands.find(({ words }) => words.split(' ').every((word, index) => argv[index] === word));
  if (!command) {
    if (argv.length === 0 || HELP.has(argv[0] ?? '')) return { help: overview() };
    const words = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
    throw new UserError(`There is no command "${words.join(' ')}". "npx florin help" lists them all.`);
  }
  const rest = argv.slice(command.words.split(' ').length);
  if (rest.some((word) => HELP.has(word) && word !== 'help')) return { help: manual(command) };
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  const { values, positionals } = parseStrictly(command, rest, options);
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && values[name] === undefined) throw new UserError(`--${name} is missing. ${usage(command)}`);
  }
  if (positionals.length !== (command.operands?.length ?? 0)) throw new UserError(usage(command));
  return { command, json: values['json'] === true, args: argsFrom(values, positionals) };
}

function parseStrictly(
  command: Command,
  rest: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
): { values: Record<string, Value>; positionals: string[] } {
  try {
    return parseArgs({
      args: [...rest],
      options: { ...options, json: { type: 'boolean', multiple: false } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UserError(`${(error as Error).message} ${usage(command)}`);
  }
}

type Value = string | boolean | (string | boolean)[] | undefined;

function argsFrom(values: Record<string, Value>, operands: string[]): Args {
  const maybe = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    operands,
    maybe,
    text: (name) => maybe(name) ?? '',
    flag: (name) => values[name] === true,
    list: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.map(String) : [];
    },
  };
}

function usage({ words, operands = [], options }: Command): string {
  const parts = Object.entries(options).map(([name, { type, required }]) => {
    const part = type === 'string' ? `--${name} …` : `--${name}`;
    return required ? part : `[${part}]`;
  });
  return `Usage: npx florin ${[words, ...operands.map((operand) => `<${operand}>`), ...parts, '[--json]'].join(' ')}`;
}

function overview(): string {
  const lines = commands.map((command) => `  ${usage(command).slice('Usage: npx '.length)}\n      ${command.summary}`);
  return `Florin: a self-hosted checkout for payment in cryptocurrency.\n\n${lines.join('\n')}\n`;
}

function manual(command: Command): string {
  const options = Object.entries({ ...command.options, json: { help: 'print one JSON object' } });
  const lines = options.map(([name, { help }]) => `  --${name.padEnd(18)}${help}`);
  return `${command.summary}\n\n${usage(command)}\n\n${lines.join('\n')}\n`;
}
