import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { idFromUuid, parseId, uuidOf } from '../../src/domain/ids.ts';
import { walletCell } from '../../src/domain/secrets/sealed-cell.ts';
import { createVault } from '../../src/system/vault.ts';
import { createDatabase, runSql } from '../support/databases.ts';
import { florin, type NewMerchant, TEST_SECRET } from '../support/server.ts';

const OTHER = 'another-secret-that-is-long-enough-too';
const ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const WATCHED = { FLORIN_RPC_SOLANA: 'http://127.0.0.1:9', FLORIN_RPC_SOLANA_DEVNET: 'http://127.0.0.1:9' };

let databaseUrl: string;
let merchantId: string;
let otherMerchantId: string;

const run = (env: Record<string, string>, ...args: string[]) =>
  florin({ databaseUrl, env: { ...WATCHED, ...env } }, ...args);
const listWallets = (env: Record<string, string> = {}, merchant = merchantId) =>
  run(env, 'wallets', 'list', '--merchant', merchant);
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
interface SealedWallet {
  id: string;
  merchant_id: string;
  livemode: boolean;
  network: string;
  sealed_text: string;
}

const readSealed = () =>
  runSql<SealedWallet>(
    databaseUrl,
    'SELECT id, merchant_id, livemode, network, sealed_text FROM florin_control.wallets ORDER BY id',
  );
const writeSealed = (id: string | undefined, sealed: string) =>
  runSql(databaseUrl, 'UPDATE florin_control.wallets SET sealed_text = $2 WHERE id = $1', [id, sealed]);

/** As if the version before had set the database up: it bound nothing, and left another fingerprint. */
async function unbind(): Promise<void> {
  const [bound, loose] = [true, false].map((boundOnly) =>
    createVault({ secret: TEST_SECRET, previous: undefined, boundOnly }),
  );
  for (const { id, merchant_id, livemode, network, sealed_text: sealed } of await readSealed()) {
    const cell = walletCell({
      id: idFromUuid('wal', id),
      merchantId: idFromUuid('mer', merchant_id),
      livemode,
      network,
    });
    const both = loose?.seal(bound?.open(sealed, cell) ?? '', cell) ?? '';
    await writeSealed(id, both.split('.').slice(0, 4).join('.'));
  }
  await runSql(databaseUrl, `UPDATE florin_control.settings SET value = $1 WHERE name = 'secret_fingerprint'`, [
    createHmac('sha256', TEST_SECRET).update('florin secret fingerprint').digest('hex'),
  ]);
}

async function createMerchant(email: string): Promise<string> {
  const account = ['--name', 'Shop', '--email', email, '--password', 'correct horse battery'];
  return ((await run({}, 'merchants', 'create', ...account)) as NewMerchant).merchant_id;
}

const moveWallets = (...merchants: [from: string, to: string]) =>
  runSql(
    databaseUrl,
    'UPDATE florin_control.wallets SET merchant_id = $2 WHERE merchant_id = $1',
    merchants.map((id) => uuidOf(parseId('mer', id) ?? expect.fail(id))),
  );

beforeAll(async () => {
  databaseUrl = await createDatabase();
  merchantId = await createMerchant('ada@example.com');
  otherMerchantId = await createMerchant('eve@example.com');
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

  it('does not open for another merchant', async () => {
    await moveWallets(merchantId, otherMerchantId);
    expect(await failure(listWallets({}, otherMerchantId))).toContain('given to somebody else');
    await moveWallets(otherMerchantId, merchantId);
    expect(await shownAddresses()).toEqual([ADDRESS]);
  });
});

describe('secrets reseal', () => {
  it('binds what the version before sealed, which is readable until then and refused after', async () => {
    await unbind();
    const before = await readSealed();
    expect(await shownAddresses()).toEqual([ADDRESS]);
    expect(await run({}, 'secrets', 'reseal')).toEqual({ checked: 4, resealed: 2 });
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
    expect(await run(rotated, 'secrets', 'reseal')).toEqual({ checked: 4, resealed: 4 });
    expect(await shownAddresses({ FLORIN_SECRET: OTHER })).toEqual([ADDRESS]);
    expect(await failure(listWallets())).toContain('set up with another secret');
    expect(await run({ FLORIN_SECRET: OTHER }, 'secrets', 'reseal')).toEqual({ checked: 4, resealed: 0 });
  });
});
