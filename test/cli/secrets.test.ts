import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { idFromUuid } from '../../src/domain/ids.ts';
import { createVault } from '../../src/system/vault.ts';
import { createDatabase, runSql } from '../support/databases.ts';
import { florin, type NewMerchant, TEST_SECRET } from '../support/server.ts';

const OTHER = 'another-secret-that-is-long-enough-too';
const ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const WATCHED = { FLORIN_RPC_SOLANA: 'http://127.0.0.1:9', FLORIN_RPC_SOLANA_DEVNET: 'http://127.0.0.1:9' };

let databaseUrl: string;
let merchantId: string;

const run = (env: Record<string, string>, ...args: string[]) =>
  florin({ databaseUrl, env: { ...WATCHED, ...env } }, ...args);
const listWallets = (env: Record<string, string> = {}) => run(env, 'wallets', 'list', '--merchant', merchantId);
const shownAddresses = async (env: Record<string, string> = {}) =>
  ((await listWallets(env)) as { data: { addresses: string[] }[] }).data.flatMap(({ addresses }) => addresses);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  );

const checkedByDoctor = async (env: Record<string, string>) => {
  // The nodes cannot be reached, so the doctor fails either way.
  const { stdout } = await run(env, 'doctor').then(
    () => ({ stdout: '{"checks":[]}' }),
    (error: { stdout: string }) => error,
  );
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
  return checks.find(({ name }) => name === 'secret of the database');
};

const readSealed = () =>
  runSql<{ id: string; sealed_text: string }>(
    databaseUrl,
    'SELECT id, sealed_text FROM florin_control.wallets ORDER BY id',
  );
const writeSealed = (id: string | undefined, sealed: string) =>
  runSql(databaseUrl, 'UPDATE florin_control.wallets SET sealed_text = $2 WHERE id = $1', [id, sealed]);

/** As if the version before had set the database up: it bound nothing, and left another fingerprint. */
async function unbind(): Promise<void> {
  const [bound, loose] = [true, false].map((boundOnly) =>
    createVault({ secret: TEST_SECRET, previous: undefined, boundOnly }),
  );
  for (const { id, sealed_text: sealed } of await readSealed()) {
    const cell = ['wallets.sealed_text', idFromUuid('wal', id)] as const;
    const both = loose?.seal(bound?.open(sealed, cell) ?? '', cell) ?? '';
    await writeSealed(id, both.split('.').slice(0, 4).join('.'));
  }
  await runSql(databaseUrl, `UPDATE florin_control.settings SET value = $1 WHERE name = 'secret_fingerprint'`, [
    createHmac('sha256', TEST_SECRET).update('florin secret fingerprint').digest('hex'),
  ]);
}

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const account = ['--name', 'Shop', '--email', 'ada@example.com', '--password', 'correct horse battery'];
  merchantId = ((await run({}, 'merchants', 'create', ...account)) as NewMerchant).merchant_id;
  for (const network of ['solana', 'solana-devnet']) {
    await run({}, 'wallets', 'add', '--merchant', merchantId, '--network', network, '--address', ADDRESS);
  }
});

describe('a sealed wallet', () => {
  it('does not open in another row', async () => {
    const [one, two] = await readSealed();
    await writeSealed(one?.id, two?.sealed_text ?? '');
    await writeSealed(two?.id, one?.sealed_text ?? '');
    expect(await failure(listWallets())).toContain('moved there from elsewhere');
    await writeSealed(one?.id, one?.sealed_text ?? '');
    await writeSealed(two?.id, two?.sealed_text ?? '');
    expect(await shownAddresses()).toEqual([ADDRESS]);
  });
});

describe('secrets reseal', () => {
  it('binds what the version before sealed, which is readable until then and refused after', async () => {
    await unbind();
    const before = await readSealed();
    expect(await shownAddresses()).toEqual([ADDRESS]);
    expect(await run({}, 'secrets', 'reseal')).toEqual({ checked: 3, resealed: 2 });
    expect(await shownAddresses()).toEqual([ADDRESS]);
    const after = await readSealed();
    expect(after.every(({ sealed_text: sealed }) => sealed.startsWith('v2.'))).toBe(true);
    for (const { id, sealed_text: sealed } of before) await writeSealed(id, sealed);
    expect(await failure(listWallets())).toContain('not bound to its row');
    for (const { id, sealed_text: sealed } of after) await writeSealed(id, sealed);
  });

  it('finishes a change of the secret', async () => {
    const rotated = { FLORIN_SECRET: OTHER, FLORIN_SECRET_PREVIOUS: TEST_SECRET };
    expect(await failure(listWallets({ FLORIN_SECRET: OTHER }))).toContain('set up with another secret');
    expect(await checkedByDoctor({ FLORIN_SECRET: OTHER })).toMatchObject({ ok: false });
    expect(await checkedByDoctor(rotated)).toMatchObject({ ok: true, detail: 'matches' });
    expect(await shownAddresses(rotated)).toEqual([ADDRESS]);
    expect(await shownAddresses()).toEqual([ADDRESS]);
    expect(await run(rotated, 'secrets', 'reseal')).toEqual({ checked: 3, resealed: 3 });
    expect(await shownAddresses({ FLORIN_SECRET: OTHER })).toEqual([ADDRESS]);
    expect(await failure(listWallets())).toContain('set up with another secret');
    expect(await run({ FLORIN_SECRET: OTHER }, 'secrets', 'reseal')).toEqual({ checked: 3, resealed: 0 });
  });
});
