import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { Intent } from '../../domain/intents/intent.ts';
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
    expect(transfers.map(({ tx, intentId }) => [tx, intentId]).sort()).toEqual([
      ['tx-1', undefined],
      ['tx-2', intent.id],
    ]);
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
});
