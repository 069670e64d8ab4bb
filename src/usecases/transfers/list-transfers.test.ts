import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { LIMITS } from '../../domain/limits.ts';
import { subtract } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { claimPayment } from '../checkout/claim-payment.ts';
import { listTransfers, type TransferQuery } from './list-transfers.ts';

const EVERYTHING: TransferQuery = { unassigned: true, of: undefined, olderThan: undefined, limit: 10 };

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  const target = await shop.targetOf(intent, 'solana-devnet');
  const list = (more: Partial<TransferQuery> = {}) => listTransfers(shop.ports, shop.store, { ...EVERYTHING, ...more });
  /** The watcher records a transfer without a reference. */
  const receive = async (tx: string, more: Partial<Transfer> = {}) => {
    const seen = { keys: [], firstSeenAtMs: shop.ports.clock.nowMs(), ...more };
    const transfer = sampleTransfer(tx, '0.5 SOL', target, seen);
    await shop.receive('solana-devnet', [transfer]);
    shop.ports.chain('solana-devnet').transactions.set(tx, [transfer]);
    shop.ports.clock.advance(1_000);
  };
  const claim = ({ id }: Intent, tx: string) =>
    claimPayment(shop.ports, {
      publicKey: shop.made.key.publicKey,
      id,
      network: undefined,
      tx,
      origin: 'https://pay.example.com',
      proof: undefined,
    });
  return { shop, intent, list, receive, claim };
}

describe('listTransfers', () => {
  it('returns pages, newest first, and where the next one starts', async () => {
    const { list, receive } = await setUp();
    for (const tx of ['a', 'b', 'c']) await receive(tx);
    const first = await list({ limit: 2 });
    expect(first.page.map(({ transfer }) => transfer.tx)).toEqual(['c', 'b']);
    expect(first.next).toBe(first.page[1]?.transfer.id);
    const second = await list({ limit: 2, olderThan: first.next });
    expect(second).toMatchObject({ page: [{ transfer: { tx: 'a' } }], next: undefined });
    expect(await list({ olderThan: second.page[0]?.transfer.id })).toEqual({ page: [], next: undefined });
  });

  it('returns the claims and suggestions of each transfer with it', async () => {
    const { shop, intent, list, receive, claim } = await setUp();
    await receive('a');
    await receive('b');
    await claim(intent, 'a');
    const held = (await shop.store.intents.find(intent.id))?.targets.flatMap(({ amounts }) => amounts);
    const { page } = await list();
    expect(page.map(({ transfer, claims }) => [transfer.tx, claims.map(({ intentId }) => intentId)])).toEqual([
      ['b', []],
      ['a', [intent.id]],
    ]);
    for (const { transfer, suggestions } of page) {
      expect(suggestions).toMatchObject([{ transferId: transfer.id, intentId: intent.id }]);
      // The transfers are what is due, without the tail.
      expect(suggestions.map(({ amount }) => amount)).toEqual(held?.map(({ amount, tail }) => subtract(amount, tail)));
    }
  });

  it('lists the claims of the nearest amounts, proven ones first, and counts the rest', async () => {
    const { shop, list, receive, claim } = await setUp();
    await receive('flooded');
    const claimFor = async (due: string) => {
      const one = await shop.openIntent(due);
      await shop.targetOf(one, 'solana-devnet');
      shop.ports.clock.advance(1_000);
      await claim(one, 'flooded');
      return one.id;
    };
    const strangers = [];
    for (let count = 0; count <= LIMITS.claimsPerTransferMax; count += 1) strangers.push(await claimFor('0.6 SOL'));
    const payer = await claimFor('0.501 SOL');
    const [view] = (await list()).page;
    expect(view?.claims.map(({ intentId }) => intentId)).toEqual([
      payer,
      ...strangers.slice(0, LIMITS.claimsPerTransferMax - 1),
    ]);
    expect(view?.moreClaims).toBe(2);
    const [proven] = view?.claims.slice(-1) ?? [];
    const listClaims: typeof shop.store.transfers.listClaims = async (ids) =>
      (await shop.store.transfers.listClaims(ids)).map((one) =>
        one.intentId === proven?.intentId ? Object.assign(one, { proof: { address: 'payer', atMs: 1 } }) : one,
      );
    const store = { ...shop.store, transfers: { ...shop.store.transfers, listClaims } };
    const { page } = await listTransfers(shop.ports, store, EVERYTHING);
    expect(page[0]?.claims).toHaveLength(LIMITS.claimsPerTransferMax + 1);
    expect(page[0]?.claims[0]?.intentId).toBe(proven?.intentId);
    expect(page[0]?.moreClaims).toBe(1);
  });

  it('suggests nothing for a transfer that cannot be assigned', async () => {
    const { list, receive } = await setUp();
    await receive('unknown', { asset: undefined, token: 'mint' });
    expect((await list()).page.map(({ suggestions }) => suggestions)).toEqual([[]]);
  });

  it('returns the transfers of one intent: those that it claims, and those that name it and another', async () => {
    const { shop, intent, list, receive, claim } = await setUp();
    const other = await shop.openIntent('0.5 SOL');
    const references = [];
    for (const one of [intent, other])
      references.push((await shop.targetOf(one, 'solana-devnet')).reference ?? expect.fail());
    await receive('both', { keys: references });
    await receive('claimed');
    await receive('nobody');
    await claim(intent, 'claimed');
    const of = async ({ id }: Intent) => (await list({ of: { intentId: id } })).page.map(({ transfer }) => transfer.tx);
    expect(await of(intent)).toEqual(['claimed', 'both']);
    expect(await of(other)).toEqual(['both']);
  });

  it('answers not_found for an unknown intent', async () => {
    const { shop, list } = await setUp();
    expect(await failureOf(shop.ports, () => list({ of: { intentId: undefined } }))).toMatchObject({
      code: 'not_found',
    });
  });
});
