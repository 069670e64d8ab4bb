import { describe, expect, it } from 'vitest';
import { UserError } from '../domain/user-error.ts';
import { commands } from './commands.ts';
import { parseCommand } from './parse-command.ts';

/** As a shell splits a line, up to a redirection. */
const split = (line: string) =>
  [...(line.split(/ [<>] /)[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const parse = (line: string) => parseCommand(split(line));

function helpOf(line: string): string {
  const parsed = parse(line);
  return 'help' in parsed ? parsed.help : '';
}

function errorOf(line: string): UserError {
  try {
    parse(line);
  } catch (error) {
    if (error instanceof UserError) return error;
  }
  throw new Error(`"${line}" was parsed.`);
}

const examples = commands.flatMap(({ name, examples: lines }) => lines.map((line) => ({ name, line })));

describe('the examples', () => {
  it('are there for every command', () => {
    expect(commands.filter((command) => command.examples.length === 0)).toEqual([]);
  });

  it.each(examples)('can be run: florin $line', ({ name, line }) => {
    const parsed = parse(line);
    expect('command' in parsed && parsed.command.name).toBe(name);
  });
});

describe('help', () => {
  it.each(['', 'help', '--help', '-h'])('lists every command for %j, and the exit codes', (line) => {
    const help = helpOf(line);
    const lines = help.split('\n').map((text) => text.replaceAll(/  +/g, '  '));
    for (const { name, summary } of commands) expect(lines).toContain(`  ${name}  ${summary}`);
    expect(helpOf(line)).toMatch(/Exit codes:\n {2}0 {2}done/);
  });

  it.each(['keys create --help', 'help keys create', 'keys create --name x -h'])(
    'describes the command: %s',
    (line) => {
      expect(helpOf(line)).toContain('Usage: npx florin keys create --merchant …');
      expect(helpOf(line)).toMatch(/--allow-ip +IP range/);
      expect(helpOf(line)).toMatch(/Examples:\n {2}npx florin keys create --merchant mer_/);
      expect(helpOf(line)).toContain('--json');
    },
  );

  it.each(commands)('leaves a space after every option of $name', ({ name, options }) => {
    const help = helpOf(`${name} --help`);
    for (const [option, { help: text }] of Object.entries(options)) {
      const line = help.split('\n').find((one) => one.startsWith(`  --${option} `));
      expect(line?.replace(/ {2,}/g, '  ')).toBe(`  --${option}  ${text}`);
    }
  });

  it.each(['events --help', 'help events'])('lists the commands of a group: %s', (line) => {
    expect(helpOf(line)).toContain('events tail');
    expect(helpOf(line)).not.toContain('keys create');
  });

  it('prints the version', () => {
    expect(helpOf('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('marks an operand that can be left out', () => {
    expect(helpOf('trigger --help')).toContain('npx florin trigger [event] [--list]');
  });
});

describe('wrong usage', () => {
  it.each([
    ['lisen --forward-to http://x', 'Unknown command "lisen". Did you mean "listen"?'],
    ['event tail', 'Did you mean "events tail"? '],
    ['events', 'Name a command of events: tail, list, resend.\n\nCommands:\n  events tail    Prints each new event'],
    ['secrets --json', 'Name a command of secrets: reseal.\n\nCommands:\n  secrets reseal  Encrypts'],
    ['events tial', 'Unknown command "events tial". Did you mean "events tail"? Commands: events tail,'],
    ['frobnicate', 'Unknown command "frobnicate". "npx florin help" lists all commands.'],
    ['help frobnicate', 'Unknown command "frobnicate".'],
    ['listen --forward http://x', 'Unknown option --forward. Did you mean --forward-to? Usage: npx florin listen'],
    ['doctor --frobnicate', 'Unknown option --frobnicate. Usage: npx florin doctor'],
    ['keys list', '--merchant is required. Usage: npx florin keys list --merchant …'],
    ['keys roll', 'Usage: npx florin keys roll <key>'],
    ['keys roll a b', 'Usage: npx florin keys roll <key>'],
    ['trigger a b', 'Usage: npx florin trigger [event]'],
    ['keys roll key_1 --overlap 2h', '--overlap is "2h"; it must be one of now, 1h, 24h, 7d.'],
    ['keys create --merchant x --scope payments:read --scope all', '--scope is "all"; it must be one of'],
    ['pay pi_1 --simulate generous', '--simulate is "generous"; it must be one of full, partial'],
  ])('is explained: florin %s', (line, sentence) => {
    const error = errorOf(line);
    expect(error.message).toContain(sentence);
    expect(error.code).toBe('usage');
  });
});

it('parses operands, options that repeat, and flags', () => {
  const parsed = parse('keys create --merchant mer_1 --scope payments:read --scope payments:write --json');
  if ('help' in parsed) throw new Error(parsed.help);
  expect(parsed.json).toBe(true);
  expect(parsed.args.text('merchant')).toBe('mer_1');
  expect(parsed.args.list('scope')).toEqual(['payments:read', 'payments:write']);
  expect(parsed.args.optional('name')).toBeUndefined();
  const bare = parse('trigger --list');
  expect('args' in bare && [bare.args.operands, bare.args.flag('list'), bare.json]).toEqual([[], true, false]);
});
