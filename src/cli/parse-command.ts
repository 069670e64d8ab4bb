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

/** Finds the command by its name and parses its arguments. Returns the help text if help was requested. */
export function parseCommand(argv: readonly string[]): ParsedCommand | { help: string } {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (!command) {
    if (argv.length === 0 || HELP.has(argv[0] ?? '')) return { help: listCommands() };
    const words = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
    throw new UserError(`Unknown command "${words.join(' ')}". "npx florin help" lists all commands.`);
  }
  const rest = argv.slice(command.name.split(' ').length);
  if (rest.some((word) => HELP.has(word) && word !== 'help')) return { help: describeCommand(command) };
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  const { values, positionals } = parseStrictly(command, rest, options);
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && values[name] === undefined) throw new UserError(`--${name} is required. ${usage(command)}`);
  }
  if (positionals.length !== (command.operands?.length ?? 0)) throw new UserError(usage(command));
  return { command, json: values['json'] === true, args: toArgs(values, positionals) };
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

function usage({ name: command, operands = [], options }: Command): string {
  const parts = Object.entries(options).map(([name, { type, required }]) => {
    const part = type === 'string' ? `--${name} …` : `--${name}`;
    return required ? part : `[${part}]`;
  });
  return `Usage: npx florin ${[command, ...operands.map((operand) => `<${operand}>`), ...parts, '[--json]'].join(' ')}`;
}

function listCommands(): string {
  const lines = commands.map((command) => `  ${usage(command).slice('Usage: npx '.length)}\n      ${command.summary}`);
  return `Florin: self-hosted checkout for cryptocurrency payments.\n\n${lines.join('\n')}\n`;
}

function describeCommand(command: Command): string {
  const options = Object.entries({ ...command.options, json: { help: 'print the result as JSON' } });
  const lines = options.map(([name, { help }]) => `  --${name.padEnd(18)}${help}`);
  return `${command.summary}\n\n${usage(command)}\n\n${lines.join('\n')}\n`;
}
