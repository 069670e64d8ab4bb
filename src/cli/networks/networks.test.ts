import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';
import { exampleNetworks } from '../../http/networks/examples.ts';

let api: StandInApi;
let person: Person;

beforeEach(async () => {
  api = await StandInApi.start();
  const { url, publicKey, privateKey } = api.credentials;
  person = await openPerson({
    FLORIN_URL: url,
    FLORIN_PUBLIC_KEY: publicKey,
    FLORIN_PRIVATE_KEY: privateKey,
    // A command that used the database would fail on this one.
    DATABASE_URL: 'postgres://127.0.0.1:1/nowhere',
  });
  api.answers.set('GET /networks', () => ({ status: 200, body: exampleNetworks }));
});

afterEach(async () => {
  await api.stop();
  await person.leave();
});

it('networks shows what the API of the server returns', async () => {
  const { code, out } = await person.run('networks', '--json');
  expect(code).toBe(0);
  const { data } = JSON.parse(out) as { data: Record<string, unknown>[] };
  expect(exampleNetworks.data).toMatchObject(data);
  expect(data.map(({ name, turn_on: line }) => [name, line])).toEqual([
    ['base-sepolia', null],
    ['ethereum-sepolia', 'FLORIN_RPC_ETHEREUM_SEPOLIA=https://…'],
  ]);
  const [watched, off] = (await person.run('networks')).out.split('\n');
  expect(watched?.split('\t').slice(0, 3)).toEqual(['base-sepolia', 'ok', '33812007']);
  expect(off?.split('\t').slice(0, 3)).toEqual(['ethereum-sepolia', 'off', '-']);
});

it('networks --live reads the database beside the server', async () => {
  expect(await person.run('networks', '--live')).toMatchObject({ code: 4 });
  expect(api.requests).toEqual([]);
});
