import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwords } from '../../src/system/passwords.ts';
import { createDatabase, runSql } from '../support/databases.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { openPerson, type Person } from '../support/run-florin.ts';
import { florinEnv, PROGRAM } from '../support/server.ts';

const EMAIL = 'me@example.com';
const CREATE = ['merchants', 'create', '--name', 'Shop', '--email', EMAIL];
const RESET = ['users', 'reset-password', '--email', EMAIL];

let databaseUrl: string;
let person: Person;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  person = await openPerson(florinEnv({ databaseUrl }));
});

afterAll(() => person.leave());

/** Runs a command in a new process, with this on standard input. */
async function pipeInto(input: string, ...words: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env: florinEnv({ databaseUrl }) });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** Runs a command at a terminal on which these lines are typed. */
const type = (answers: string[], ...words: string[]) =>
  person.runOn(recordTerminal({ isTerminal: true, ask: () => Promise.resolve(answers.shift()) }), ...words);

async function isPassword(password: string): Promise<boolean> {
  const query = 'SELECT password_hash FROM florin_control.users WHERE email = $1';
  const [user] = await runSql<{ password_hash: string }>(databaseUrl, query, [EMAIL]);
  return passwords.verify(user?.password_hash, password, EMAIL);
}

describe('a password that is no argument', () => {
  it('is piped in, and its newline is not part of it', async () => {
    expect(await pipeInto('correct horse battery\n', ...CREATE, '--password-stdin', '--json')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await isPassword('correct horse battery')).toBe(true);
    expect(await pipeInto('another horse battery', ...RESET, '--password-stdin')).toEqual({
      code: 0,
      out: `Changed the password of ${EMAIL}.\n`,
      err: '',
    });
    expect(await isPassword('another horse battery')).toBe(true);
  });

  it('is typed twice', async () => {
    expect(await type(['a typed password', 'a typed password'], ...RESET)).toMatchObject({ code: 0 });
    expect(await isPassword('a typed password')).toBe(true);
    expect(await type(['one long password', 'two long passwords'], ...RESET)).toMatchObject({ code: 2 });
    expect(await isPassword('a typed password')).toBe(true);
  });

  it.each([
    ['short\n', 'Use at least 10 characters.\n'],
    [`${'x'.repeat(129)}\n`, 'Use at most 128 characters.\n'],
  ])('has the same limits: %j', async (input, err) => {
    expect(await pipeInto(input, ...RESET, '--password-stdin')).toEqual({ code: 2, out: '', err });
  });

  it('is missing where there is no terminal', async () => {
    const { code, err } = await pipeInto('', ...RESET);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--password-stdin, or set --password.') });
  });
});

describe('the URL of a data store that is no argument', () => {
  it('is piped in or typed', async () => {
    const piped = await createDatabase();
    const typed = await createDatabase();
    const add = ['stores', 'add', '--json', '--name'];
    expect(await pipeInto(`${piped}\n`, ...add, 'piped', '--url-stdin')).toMatchObject({ code: 0, err: '' });
    expect(await type([` ${typed} `], ...add, 'typed')).toMatchObject({ code: 0, err: '' });
    const { out } = await person.run('stores', 'list', '--json');
    const { data } = JSON.parse(out) as { data: { name: string; state: string }[] };
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['piped', 'typed']));
  });

  it('is not repeated if it is wrong', async () => {
    const url = 'mysql://user:very-secret@db/shop';
    for (const { code, out, err } of [
      await pipeInto(`${url}\n`, 'stores', 'add', '--url-stdin'),
      await type([url], 'stores', 'add'),
    ]) {
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('must look like postgres://') });
      expect(out + err).not.toContain('very-secret');
    }
  });
});
