import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTerminal } from '../../../test/support/record-terminal.ts';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';

let api: StandInApi;
let person: Person;

beforeEach(async () => {
  api = await StandInApi.start();
  person = await openPerson();
});

afterEach(async () => {
  await api.stop();
  await person.leave();
});

const pipeOf = (input: string) => recordTerminal({ readInput: () => Promise.resolve(input) });

const logIn = (more: string[] = [], input = `${api.credentials.privateKey}\n`) => {
  const { url, publicKey } = api.credentials;
  return person.runOn(pipeOf(input), 'login', url, '--public-key', publicKey, '--private-key-stdin', ...more);
};

describe('login', () => {
  it('checks the key and stores it where only this person can read it', async () => {
    const { code, out } = await logIn(['--json']);
    const file = join(person.folder, 'default.json');
    expect({ code, json: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      json: {
        profile: 'default',
        url: api.credentials.url,
        public_key: api.credentials.publicKey,
        mode: 'test',
        file,
      },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(api.credentials.privateKey);
    expect(api.requests).toMatchObject([{ path: '/payment_intents', query: { limit: '1' } }]);
  });

  it('asks at a terminal, and does not show the private key', async () => {
    const { url, publicKey, privateKey } = api.credentials;
    const asked: [question: string, hidden: boolean | undefined][] = [];
    const terminal = recordTerminal({
      isTerminal: true,
      ask(question, { hidden } = {}) {
        asked.push([question, hidden]);
        return Promise.resolve(hidden ? ` ${privateKey} ` : publicKey);
      },
    });
    const { code, out, err } = await person.runOn(terminal, 'login', `${url}/`);
    expect(code).toBe(0);
    expect(asked.map(([, hidden]) => hidden)).toEqual([false, true]);
    expect(out + err).not.toContain('fsk_');
    expect(out).toContain(`Logged in to ${url} in test mode.`);
  });

  it('keeps several profiles', async () => {
    await logIn();
    await logIn(['--profile', 'other']);
    expect((await readdir(person.folder)).toSorted()).toEqual(['default.json', 'other.json']);
    await person.run('logout', '--profile', 'other');
    expect(await readdir(person.folder)).toEqual(['default.json']);
  });

  it('stores no key that the server rejects', async () => {
    api.outage = { status: 403, body: { code: 'key_pair_mismatch', detail: 'The keys are not a pair.' } };
    const { code, err } = await logIn();
    expect({ code, err }).toEqual({ code: 1, err: 'The keys are not a pair. (key_pair_mismatch)\n' });
    await expect(stat(person.folder)).rejects.toThrow('ENOENT');
  });

  it('says that the server is away with code 4', async () => {
    await api.stop();
    const { code, err } = await logIn();
    expect(code).toBe(4);
    expect(err).toContain(`${api.credentials.url} cannot be reached (ECONNREFUSED).`);
    await api.listen();
  });

  it.each([
    ['a public key', () => api.credentials.publicKey],
    ['nothing', () => ''],
    ['a mistyped key', () => api.credentials.privateKey.replace(/.$/, '!')],
    ['a live key', () => api.credentials.privateKey.replace('test', 'live')],
  ])('rejects %s as private key, and does not repeat it', async (_, input) => {
    const { code, out, err } = await logIn([], input());
    expect(code).toBe(2);
    expect(err).toContain('The private key is invalid. Copy the test key that begins with fsk_.');
    if (input() !== '') expect(out + err).not.toContain(input());
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['127.0.0.1:4700', 'Add http:// or https://, for example http://127.0.0.1:4700.'],
    ['localhost:4700', 'for example http://localhost:4700.'],
    ['pay.example.com', 'for example https://pay.example.com.'],
    ['pay.example.com:8443/florin', 'for example https://pay.example.com:8443/florin.'],
    ['pay.example.com?x=1', 'must look like https://pay.example.com.'],
    ['', 'must look like https://'],
    ['ftp://pay.example.com', 'must look like https://'],
    ['https://user:password@pay.example.com', 'must look like https://'],
    ['https://pay.example.com/?x=1', 'must look like https://'],
  ])('rejects the URL %s', async (url, sentence) => {
    const { code, err } = await person.run('login', url);
    expect({ code, isExplained: err.includes(sentence) }).toEqual({ code: 2, isExplained: true });
  });

  it('needs options where there is no terminal', async () => {
    const { code, err } = await person.run('login', api.credentials.url);
    expect(code).toBe(2);
    expect(err).toContain('Set --public-key and --private-key-stdin.');
  });

  it('takes no private key as an argument, and does not repeat one', async () => {
    const { url, privateKey } = api.credentials;
    for (const args of [
      ['login', privateKey],
      ['login', url, privateKey],
      ['login', url, '--public-key', privateKey],
      ['login', url, '--private-key', privateKey],
      [privateKey],
      ['events', 'resend', privateKey],
    ]) {
      const { code, out, err } = await person.run(...args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(out + err).not.toContain(privateKey);
    }
  });

  it('sends a live key to another machine only over https', async () => {
    const live = await StandInApi.start('live');
    const { publicKey, privateKey } = live.credentials;
    const at = (url: string) =>
      person.runOn(pipeOf(privateKey), 'login', url, '--public-key', publicKey, '--private-key-stdin');
    expect(await at('http://pay.example.com')).toMatchObject({ code: 2, err: expect.stringContaining('Use https.') });
    expect(await at(live.credentials.url)).toMatchObject({ code: 0 });
    await live.stop();
  });
});

describe('logout', () => {
  it('deletes the key', async () => {
    await logIn();
    expect(await person.run('logout', '--json')).toMatchObject({
      code: 0,
      out: '{"profile":"default","removed":true}\n',
    });
    expect(await person.run('events', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('You are not logged in.'),
    });
    expect(await person.run('logout')).toMatchObject({ code: 0, out: 'You are not logged in.\n' });
  });
});

const variables = () => ({
  FLORIN_URL: api.credentials.url,
  FLORIN_PUBLIC_KEY: api.credentials.publicKey,
  FLORIN_PRIVATE_KEY: api.credentials.privateKey,
});

const list = (...more: string[]) => person.run('events', 'list', ...more);

describe('a command that connects to a server', () => {
  it('needs no profile with the three variables', async () => {
    Object.assign(person.env, variables());
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('uses the variables instead of the profile', async () => {
    await logIn();
    Object.assign(person.env, { FLORIN_PRIVATE_KEY: 'fsk_test_other' });
    expect(await list()).toMatchObject({ code: 1, err: 'The private key is invalid. (invalid_private_key)\n' });
    expect(api.requests.at(-1)?.headers.authorization).toBe('Bearer fsk_test_other');
  });

  it('does not send the key of a profile to another server', async () => {
    await logIn();
    const other = await StandInApi.start();
    Object.assign(person.env, { FLORIN_URL: other.credentials.url });
    expect(await list()).toMatchObject({ code: 2, err: expect.stringContaining('There is no key for') });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  it('explains what is missing', async () => {
    Object.assign(person.env, { FLORIN_URL: 'https://' });
    expect(await list()).toMatchObject({ code: 2, err: expect.stringContaining('must look like https://') });
    person.env = { XDG_CONFIG_HOME: person.env['XDG_CONFIG_HOME'] };
    expect(await list('--profile', 'nowhere')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no profile "nowhere". Run "npx florin login <url> --profile nowhere".'),
    });
  });
});
