import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPerson, type Person } from '../../test/support/run-florin.ts';
import { commands } from './commands.ts';

let folder: string;
let person: Person;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-empty-'));
  person = await openPerson({ FLORIN_DATA_DIR: folder });
});

afterEach(async () => {
  await rm(folder, { recursive: true });
  await person.leave();
});

it.each([
  ['merchants', 'list'],
  ['users', 'operator', 'me@example.com'],
  ['intents', 'list', '--merchant', 'mer_0000000000000000000001'],
  ['merchants', 'move', 'mer_0000000000000000000001', 'main'],
  ['networks'],
  ['backup', 'florin.backup'],
])('florin %s %s … creates no database where there is none', async (...args) => {
  expect(await person.run(...args)).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${folder}. Start the server first, or set FLORIN_DATA_DIR to the folder of its data.\n`,
  });
  expect(await readdir(folder)).toEqual([]);
});

it('three commands create one, beside the server', () => {
  const creating = commands.filter(({ createsDatabase }) => createsDatabase).map(({ name }) => name);
  expect(creating).toEqual(['merchants create', 'migrate', 'restore']);
});
