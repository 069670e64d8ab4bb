import type { Command, Operand, Option } from './command.ts';
import { EXIT_CODES } from './exit-code.ts';

export interface Section {
  title: string;
  commands: readonly Command[];
}

/** Options that every command takes. */
export const SHARED_OPTIONS: Record<'json' | 'help', Option> = {
  json: { type: 'boolean', help: 'print the result as JSON; a command that streams prints one line per event' },
  help: { type: 'boolean', help: 'show this help' },
};

export function usage({ name: command, operands = [], options }: Command): string {
  const parts = Object.entries(options).map(([name, { type, required }]) => {
    const part = type === 'string' ? `--${name} …` : `--${name}`;
    return required ? part : `[${part}]`;
  });
  return `Usage: npx florin ${[command, ...operands.map(operandText), ...parts, '[--json]'].join(' ')}`;
}

const operandText = ({ name, optional }: Operand) => (optional ? `[${name}]` : `<${name}>`);

/** The help of one command. */
export function describeCommand(command: Command): string {
  const options = Object.entries({ ...command.options, ...SHARED_OPTIONS });
  const width = Math.max(...options.map(([name]) => name.length));
  const lines = options.map(([name, { help }]) => `  --${name.padEnd(width)}  ${help}`);
  const examples = command.examples.map((example) => `  npx florin ${example}`);
  return [
    command.summary,
    usage(command),
    ['Options:', ...lines].join('\n'),
    [examples.length === 1 ? 'Example:' : 'Examples:', ...examples].join('\n'),
    '',
  ].join('\n\n');
}

const widthOf = (commands: readonly Command[]): number => Math.max(...commands.map(({ name }) => name.length));

/** The commands of a section with their summaries. */
export const listSection = ({ title, commands }: Section, width = widthOf(commands)): string =>
  [`${title}:`, ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)].join('\n');

/** The help that lists commands. */
export function listCommands(sections: readonly Section[]): string {
  const width = widthOf(sections.flatMap(({ commands }) => commands));
  const lists = sections.map((section) => listSection(section, width));
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return [
    'Florin: self-hosted checkout for cryptocurrency payments.',
    'Usage: npx florin <command> [--json]',
    ...lists,
    ['Exit codes:', ...codes].join('\n'),
    '"npx florin help <command>" shows the options of a command, with examples.\n',
  ].join('\n\n');
}
