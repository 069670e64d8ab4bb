import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTerminal } from '../../test/support/record-terminal.ts';
import { openPerson, type Person } from '../../test/support/run-florin.ts';
import { LIMITS } from '../domain/limits.ts';
import { parseCommand } from './parse-command.ts';
import { readPassword } from './read-password.ts';

const PASSWORD = 'correct horse battery';
const CREATE = ['merchants', 'create', '--name', 'Shop', '--email', 'me@example.com'];
const RESET = ['users', 'reset-password', '--email', 'me@example.com'];

const argsOf = (...words: string[]) => {
  const parsed = parseCommand([...RESET, ...words]);
  return 'help' in parsed ? expect.fail(parsed.help) : parsed.args;
};

const pipeOf = (input: string) => recordTerminal({ readInput: () => Promise.resolve(input) });

/** Somebody who types these lines, and what was asked. */
function typing(...answers: string[]) {
  const asked: { question: string; hidden: boolean | undefined }[] = [];
  const terminal = recordTerminal({
    isTerminal: true,
    ask(question, { hidden } = {}) {
      asked.push({ question, hidden });
      return Promise.resolve(answers.shift());
    },
  });
  return { terminal, asked };
}

describe('a password', () => {
  it('is asked for twice, and not shown', async () => {
    const { terminal, asked } = typing(PASSWORD, PASSWORD);
    expect(await readPassword({ terminal }, argsOf())).toBe(PASSWORD);
    expect(asked).toEqual([
      { question: 'New password (not shown): ', hidden: true },
      { question: 'The same password again: ', hidden: true },
    ]);
  });

  it('is rejected if it is typed in two ways', async () => {
    const { terminal } = typing(PASSWORD, `${PASSWORD} `);
    await expect(readPassword({ terminal }, argsOf())).rejects.toMatchObject({
      code: 'usage',
      message: 'The two passwords are different. Try again.',
    });
  });

  it.each([LIMITS.passwordLengthMin - 1, LIMITS.passwordLengthMax + 1])(
    'is not asked for again if it has %i characters',
    async (length) => {
      const { terminal, asked } = typing('x'.repeat(length));
      await expect(readPassword({ terminal }, argsOf())).rejects.toThrow(/^Use at (least|most) \d+ characters\.$/);
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    ['\n', PASSWORD],
    ['\r\n', PASSWORD],
    ['', PASSWORD],
    [' \n', `${PASSWORD} `],
  ])('is one line of standard input, which ends with %j', async (end, password) => {
    expect(await readPassword({ terminal: pipeOf(`${PASSWORD}${end}`) }, argsOf('--password-stdin'))).toBe(password);
  });

  it('is what was typed on the command line', async () => {
    const { terminal, asked } = typing();
    expect(await readPassword({ terminal }, argsOf('--password', PASSWORD))).toBe(PASSWORD);
    expect(asked).toEqual([]);
  });
});

describe('wrong usage, which opens no database', () => {
  let person: Person;

  beforeEach(async () => {
    person = await openPerson({ DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' });
  });

  afterEach(() => person.leave());

  const NO_PASSWORD =
    'There is no terminal to ask for the password. Pipe the password in with --password-stdin, or set --password.\n';
  const NO_URL = 'There is no terminal to ask for the URL. Pipe the URL in with --url-stdin, or set <url>.\n';
  const ADD = ['stores', 'add'];

  it.each([
    [CREATE, '', NO_PASSWORD],
    [RESET, '', NO_PASSWORD],
    [ADD, '', NO_URL],
    [[...CREATE, '--password-stdin'], '\n', 'There is no password on standard input.\n'],
    [[...RESET, '--password-stdin'], '', 'There is no password on standard input.\n'],
    [
      [...RESET, '--password-stdin'],
      'one\ntwo\n',
      'Standard input has more than one line. Pipe in only the password.\n',
    ],
    [[...ADD, '--url-stdin'], 'a\n\n', 'Standard input has more than one line. Pipe in only the URL.\n'],
    [
      [...RESET, '--password-stdin', '--password', PASSWORD],
      `${PASSWORD}\n`,
      'Set --password or --password-stdin, not both.\n',
    ],
    [[...ADD, 'postgres://db/shop', '--url-stdin'], '', 'Set <url> or --url-stdin, not both.\n'],
  ])('exits with 2: %j with %j on standard input', async (words, input, err) => {
    expect(await person.runOn(pipeOf(input), ...words)).toEqual({ code: 2, out: '', err });
  });

  it('exits with 2 if two different passwords were typed', async () => {
    const { terminal } = typing(PASSWORD, 'another horse battery');
    const { code, out, err } = await person.runOn(terminal, ...CREATE);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: 'The two passwords are different. Try again.\n' });
  });
});
