import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { ClaimProof } from './prove-claim.ts';
import { type ReviewedClaim, recordClaims } from './record-claims.ts';

const NETWORK = 'solana-devnet';
const PROOF = { address: 'payer', signature: 'signed' };

/** A transfer that a payer claims, as found on the network. */
const claimed = (tx: string, sent: string, more: Partial<ReviewedClaim> = {}): ReviewedClaim => ({
  transfer: {
    ...sampleTransfer(tx, sent, { address: 'wallet', reference: undefined }, { firstSeenAtMs: 0, keys: [] }),
    sources: ['payer'],
  },
  reason: 'no_reference',
  isNamed: false,
  ...more,
});

async function setUp() {
  const shop = await openShop();
  await shop.addWallet(NETWORK, 'wallet');
  const { ports, tenant } = shop;
  const settings = await ports.settings.find(tenant.merchantId);
  const record = async (intent: Intent, reviewed: readonly ReviewedClaim[], proof?: ClaimProof): Promise<string[]> => {
    const states: string[] = [];
    ports.clock.advance(1_000);
    const nowMs = ports.clock.nowMs();
    await ports.stores.main.transact(async (book) => {
      const recording = { tenant, intent, network: NETWORK, reviewed, proof, settings, nowMs };
      states.push(...(await recordClaims(ports, book, recording)).values());
    });
    return states;
  };
  const listed = async () => {
    const transfers = await shop.store.transfers.list({ unassigned: true, limit: 50 });
    const claims = await shop.store.transfers.listClaims(transfers.map(({ id }) => id));
    return { transfers, claims };
  };
  return { shop, record, listed };
}

describe('recordClaims', () => {
  it('writes nothing where a person need not look', async () => {
    const { shop, record } = await setUp();
    const intent = await shop.openIntent();
    const before = shop.ports.snapshot();
    expect(await record(intent, [])).toEqual([]);
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('records the transfers and the claims on them, and marks the intent once', async () => {
    const { shop, record, listed } = await setUp();
    const intent = await shop.openIntent();
    const both = [claimed('tx-1', '0.5 SOL'), claimed('tx-2', '0.4 SOL', { isNamed: true, reason: 'too_late' })];
    expect(await record(intent, both)).toEqual(['unproven', 'unproven']);
    expect(await record(intent, both)).toEqual(['unproven', 'unproven']);
    const { transfers, claims } = await listed();
    expect(new Map(transfers.map(({ tx, intentId }) => [tx, intentId]))).toEqual(
      new Map([
        ['tx-1', undefined],
        ['tx-2', intent.id],
      ]),
    );
    expect(claims.map(({ intentId }) => intentId)).toEqual([intent.id, intent.id]);
    expect(await shop.find(intent.id)).toMatchObject({
      status: 'needs_review',
      ambiguousTransfers: ['solana-devnet:tx-1:0', 'solana-devnet:tx-2:0'],
    });
    expect(await shop.timeline(intent)).toHaveLength(2);
  });

  it('keeps a proof only with the transfers that came from its account', async () => {
    const { shop, record } = await setUp();
    const intent = await shop.openIntent();
    const foreign = claimed('tx-2', '0.4 SOL');
    const others = { ...foreign, transfer: { ...foreign.transfer, sources: ['another'] } };
    expect(await record(intent, [claimed('tx-1', '0.5 SOL'), others], PROOF)).toEqual(['proven', 'unproven']);
  });

  describe('where there are too many', () => {
    const max = LIMITS.claimsPerTransferMax + LIMITS.moreClaimsMax;

    it('on one transfer, still marks the claimant’s own intent, and nobody else’s', async () => {
      const { shop, record, listed } = await setUp();
      const transfer = claimed('tx-1', '0.5 SOL');
      for (let count = 0; count < max; count += 1) await record(await shop.openIntent('0.5 SOL'), [transfer]);
      const [late, bystander] = [await shop.openIntent('0.5 SOL'), await shop.openIntent('0.5 SOL')];
      expect(await record(late, [transfer])).toEqual(['not_recorded']);
      expect(await shop.find(late.id)).toMatchObject({
        status: 'needs_review',
        review: { cause: 'ambiguous' },
        ambiguousTransfers: ['solana-devnet:tx-1:0'],
      });
      expect(await shop.find(bystander.id)).toEqual(bystander);
      expect((await listed()).claims).toHaveLength(max);
      const timeline = await shop.timeline(late);
      expect(await record(late, [transfer])).toEqual(['not_recorded']);
      expect(await shop.timeline(late)).toEqual(timeline);
    });

    it('of one intent, keeps one mark as a reason for the review, and does not record the transfer', async () => {
      const { shop, record, listed } = await setUp();
      const intent = await shop.openIntent();
      for (let count = 0; count < LIMITS.claimsPerIntentMax; count += 1)
        await record(intent, [claimed(`tx-${count}`, '0.5 SOL')]);
      const marked = await shop.find(intent.id);
      expect(await record(intent, [claimed('one more', '0.5 SOL')])).toEqual(['not_recorded']);
      expect(await shop.find(intent.id)).toEqual(marked);
      // All of them turned out to be somebody else's.
      const released = { ...marked, ambiguousTransfers: [], status: 'requires_payment' as const, review: undefined };
      await shop.store.intents.change(intent.id, 0, () => ({ intent: released, events: [] }));
      expect(await record(intent, [claimed('one more', '0.5 SOL')])).toEqual(['not_recorded']);
      expect(await shop.find(intent.id)).toMatchObject({
        status: 'needs_review',
        ambiguousTransfers: ['solana-devnet:one more:0'],
      });
      expect((await listed()).transfers).toHaveLength(LIMITS.claimsPerIntentMax);
    });
  });
});
