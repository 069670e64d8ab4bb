import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, address as toAddress } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDecimal, toUnits } from '../../src/domain/money/decimal.ts';
import { toBigInt } from '../../src/domain/money/money.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { type Keys, send } from '../support/client.ts';
import { florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createPayable, networkState, readIntent, untilStatus } from './engine-client.ts';
import type { Token } from './solana-actors.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

interface Transfer {
  id: string;
  tx: string;
  reason: string;
  asset: string | null;
  amount: string;
  payment_intent_id: string | null;
}

let scene: Scene;
let shop: Shop;
let override: Keys;
const folder = mkdtempSync(join(tmpdir(), 'florin-assets-'));

beforeAll(async () => {
  scene = await startSolanaScene();
  const file = join(folder, 'assets.json');
  const { mint, decimals } = scene.usdc;
  writeFileSync(file, JSON.stringify([{ code: 'USDC', network: 'solana-local', mint, decimals }]));
  const env = { FLORIN_RPC_SOLANA_LOCAL: scene.node.url, FLORIN_ASSETS: file, FLORIN_LOG_LEVEL: 'fatal' };
  shop = await startShop(env);
  const options = { ...shop.options, env };
  const merchant = ['--merchant', shop.keys.merchant_id];
  await florin(
    options,
    'wallets',
    'add',
    ...merchant,
    '--network',
    'solana-local',
    '--address',
    scene.merchant.address,
  );
  const scopes = ['payments:read', 'payments:override'].flatMap((scope) => ['--scope', scope]);
  override = await florin(options, 'keys', 'create', ...merchant, ...scopes);
});

afterAll(async () => {
  await shop.stop();
  await scene.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates an intent and returns the reference for its payer. */
async function askFor(due: string): Promise<{ id: string; reference: Address }> {
  const { id, address, uri } = await createPayable(shop, 'solana-local', due);
  expect(address).toBe(scene.merchant.address);
  const [amount, asset] = due.split(' ');
  const { searchParams } = new URL(uri);
  expect(searchParams.get('amount')).toBe(amount);
  expect(searchParams.get('spl-token')).toBe(asset === 'USDC' ? scene.usdc.mint : null);
  return { id, reference: toAddress(searchParams.get('reference') ?? '') };
}

const unmatched = (tx: string): Promise<Transfer> =>
  waitUntil(`${tx} in the list`, async () => {
    const { json } = await send(shop.baseUrl, shop.keys, '/transfers');
    return (json['data'] as Transfer[]).find((transfer) => transfer.tx === tx);
  });

/** Pays to the merchant's account for the token, which the payer opens if it is missing. */
async function payToken(token: Token, amount: bigint, ...references: Address[]): Promise<string> {
  const { actors, payer, merchant } = scene;
  const account = await actors.associated(merchant.address, token);
  return actors.send(payer, [
    await actors.openAssociated(payer, merchant.address, token),
    await actors.payToken(payer, account, amount, { token, references }),
  ]);
}

const LAMPORTS = 250_000n;

describe('paying on Solana', () => {
  it('0.00025 SOL with the reference: processing, then succeeded', async () => {
    const { actors, payer, merchant } = scene;
    const { id, reference } = await askFor('0.00025 SOL');
    await actors.send(payer, [actors.pay(payer, merchant.address, LAMPORTS, [reference])]);
    await untilStatus(shop, id, 'processing');
    scene.finalize();
    const paid = await untilStatus(shop, id, 'succeeded');
    expect(paid).toMatchObject({ amount_received: '0.00025', flags: [], payments: [{ state: 'final', asset: 'SOL' }] });
  });

  it('a token with the reference', async () => {
    const { usdc } = scene;
    const { id, reference } = await askFor('12.5 USDC');
    await payToken(usdc, 12_500_000n, reference);
    scene.finalize();
    const paid = await untilStatus(shop, id, 'succeeded');
    expect(paid.payments).toMatchObject([{ state: 'final', asset: 'USDC', amount: '12.5' }]);
  });

  it('a payment without a reference is unmatched until someone assigns it', async () => {
    const { actors, payer, merchant } = scene;
    const { id, reference } = await askFor('0.2 SOL');
    const dust = await actors.send(payer, [actors.pay(payer, merchant.address, 100_000n, [reference])]);
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 200_000_000n, [])]);
    scene.finalize();
    expect(await unmatched(dust)).toMatchObject({ reason: 'dust', asset: 'SOL', payment_intent_id: id });
    expect(await readIntent(shop, id)).toMatchObject({ status: 'requires_payment', payments: [] });
    const transfer = await unmatched(tx);
    expect(transfer).toMatchObject({ reason: 'no_reference', amount: '0.2', payment_intent_id: null });
    const assign = (keys: Keys, body: object = { payment_intent_id: id }) =>
      send(shop.baseUrl, keys, `/transfers/${transfer.id}/assign`, { body });
    expectProblem(await assign(shop.keys), 403, 'insufficient_scope');
    expectProblem(await assign(override, { payment_intent_id: 'pi_0000000000000000000000' }), 404, 'not_found');
    const assigned = await assign(override);
    expect(assigned.json, assigned.text).toMatchObject({
      status: 'succeeded',
      amount_received: '0.2',
      payments: [{ tx, state: 'final' }],
    });
    expectProblem(await assign(override), 409, 'invalid_state');
    const { json } = await send(shop.baseUrl, shop.keys, '/transfers');
    expect((json['data'] as Transfer[]).map((one) => one.id)).not.toContain(transfer.id);
  });

  it('by hand: the exact amount pays, although the transaction names nothing', async () => {
    const { actors, payer, merchant, usdc } = scene;
    const sol = await createPayable(shop, 'solana-local', '0.46342 SOL');
    const token = await createPayable(shop, 'solana-local', '121 USDC');
    for (const { manual, amount, uri } of [sol, token]) {
      expect(manual?.address).toBe(merchant.address);
      expect(Number(manual?.amount)).toBeGreaterThan(Number(amount));
      expect(new URL(uri).searchParams.get('amount')).toBe(amount);
    }
    scene.catchUp();
    const lamports = toBigInt(toUnits(parseDecimal(sol.manual?.amount ?? ''), 9));
    await actors.send(payer, [actors.pay(payer, merchant.address, lamports, [])]);
    await payToken(usdc, toBigInt(toUnits(parseDecimal(token.manual?.amount ?? ''), usdc.decimals)));
    await untilStatus(shop, sol.id, 'processing');
    scene.finalize();
    for (const { id, manual } of [sol, token]) {
      expect(await untilStatus(shop, id, 'succeeded')).toMatchObject({
        flags: [],
        amount_received: manual?.amount,
        overpaid_by: '0',
        payments: [{ state: 'final', amount: manual?.amount }],
      });
    }
  });

  it('by hand: any other amount stays unmatched', async () => {
    const { actors, payer, merchant } = scene;
    const { id, manual } = await createPayable(shop, 'solana-local', '0.46342 SOL');
    scene.catchUp();
    const exact = toBigInt(toUnits(parseDecimal(manual?.amount ?? ''), 9));
    const sent = await Promise.all(
      [exact - 1n, 463_420_000n].map((lamports) =>
        actors.send(payer, [actors.pay(payer, merchant.address, lamports, [])]),
      ),
    );
    scene.finalize();
    for (const tx of sent)
      expect(await unmatched(tx)).toMatchObject({ reason: 'no_reference', payment_intent_id: null });
    expect(await readIntent(shop, id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('a node that hides a transaction is distrusted', async () => {
    const { id, reference } = await askFor('0.3 SOL');
    const { actors, payer, merchant, node } = scene;
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 300_000_000n, [reference])]);
    node.hide(tx);
    scene.finalize();
    await waitUntil('distrusted', async () => (await networkState(shop, 'solana-local')) === 'distrusted');
    expect((await readIntent(shop, id)).status).not.toBe('succeeded');
    node.show(tx);
    await untilStatus(shop, id, 'succeeded');
  });
});
