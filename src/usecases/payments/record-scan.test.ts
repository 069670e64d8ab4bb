import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../../test/simulation/memory-store.ts';
import { type IntentId, makeId } from '../../domain/ids.ts';
import { openIntent } from '../../domain/intents/intent.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { cryptoAmount, subtract } from '../../domain/money/money.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { ChainAdapter, Scan } from '../../ports/chain.ts';
import { assignTransfer } from '../transfers/assign-transfer.ts';
import { recordScan } from './record-scan.ts';

const NOW_MS = 1_000_000;
const NETWORK = NETWORKS['solana-devnet'];
const bytes = (seed: number) => new Uint8Array(10).fill(seed);
const merchantId = makeId('mer', NOW_MS, bytes(1));
const tenant = { merchantId, livemode: false };

const request = {
  customer: { name: '', email: 'ada@example.com', phone_number: '' },
  total_amount: 1,
  tax_amount: 0,
  tax_percent: 0,
  currency_displayed: 'USD',
  crypto_amount_requested: '1 SOL',
  exchange_rate: '1 SOL = $100',
} as unknown as IntentRequest;

const transfer = (tx: string, more: Partial<Transfer> = {}): Transfer => ({
  tx,
  index: 0,
  keys: ['ref-1'],
  address: 'wallet',
  asset: 'SOL',
  token: undefined,
  amount: parseDecimal('1'),
  blockHeight: 5,
  failed: false,
  spends: [],
  firstSeenAtMs: NOW_MS,
  ...more,
});

/** A merchant with two intents, and a network that says what a test lets it say. */
async function setUp() {
  const database = new MemoryDatabase();
  const store = database.bind(merchantId, false);
  let drawn = 10;
  const ports = {
    clock: { nowMs: () => NOW_MS, sleep: async () => undefined },
    random: { bytes: () => bytes((drawn += 1)) },
    settings: { find: async () => DEFAULT_SETTINGS },
    audit: { record: async () => undefined },
  };
  const ids: IntentId[] = [];
  for (const number of [1, 2]) {
    const id = makeId('pi', NOW_MS, bytes(number));
    const opened = openIntent({ id, livemode: false, nowMs: NOW_MS, request, requestBody: JSON.stringify(request) });
    await store.intents.insert(opened, undefined);
    const target = {
      address: 'wallet',
      reference: `ref-${number}`,
      requirement: { blocks: 1 },
      decimals: 9,
      assignedAtMs: NOW_MS,
    };
    await store.intents.assignTargets(id, [NETWORK.name], async () => target);
    ids.push(id);
  }
  let round = 0;
  const tell = async (transfers: Transfer[], more: Partial<Scan> = {}) => {
    round += 1;
    const scan = { rolledBackTo: undefined, transfers, replaced: [], missing: [], cursor: `${round}`, ...more };
    const answer: Scan = { tipHeight: 5, scannedUntilMs: NOW_MS, behind: false, ...scan };
    await recordScan(ports, { network: NETWORK, scan: async () => answer } as unknown as ChainAdapter, 1, database);
  };
  const assign = async (intentId: IntentId | undefined) => {
    const [stray] = await store.transfers.list({ unassigned: true, limit: 1 });
    return assignTransfer(ports, store, { tenant, id: stray?.id, intentId, actor: 'ada' });
  };
  return { store, tell, assign, first: ids[0] as IntentId, second: ids[1] as IntentId };
}

describe('a transfer that names an intent', () => {
  it('and pays somebody else counts for nobody here', async () => {
    const { store, tell, first } = await setUp();
    await tell([transfer('t1', { address: 'elsewhere' })]);
    expect(await store.intents.find(first)).toMatchObject({ status: 'requires_payment', payments: [] });
    expect(await store.transfers.list({ unassigned: true, limit: 1 })).toEqual([]);
    await tell([transfer('t2')]);
    expect(await store.intents.find(first)).toMatchObject({ status: 'succeeded', payments: [{ tx: 't2' }] });
  });
});

const DUST = transfer('t1', { amount: cryptoAmount(1n) });

describe('a transfer that a merchant has assigned', () => {
  it('stays with its intent when another branch holds it too, though it went to the place of another', async () => {
    const { store, tell, assign, second } = await setUp();
    await tell([DUST]);
    await assign(second);
    await tell([], { rolledBackTo: 4, tipHeight: 4 });
    expect((await store.intents.find(second))?.payments).toMatchObject([{ state: 'seen', blockHeight: undefined }]);
    await tell([{ ...DUST, blockHeight: 6 }], { tipHeight: 6 });
    expect((await store.intents.find(second))?.payments).toMatchObject([{ state: 'final', blockHeight: 6 }]);
  });

  it('does not count a second time when it would be enough for the intent that it names', async () => {
    const { store, tell, assign, first, second } = await setUp();
    await tell([DUST]);
    await assign(second);
    await tell([transfer('t2', { amount: subtract(parseDecimal('1'), cryptoAmount(1n)) })]);
    await tell([DUST]);
    expect((await store.intents.find(first))?.payments.map(({ tx }) => tx)).toEqual(['t2']);
    expect((await store.intents.find(second))?.payments.map(({ tx }) => tx)).toEqual(['t1']);
  });
});

describe('a transfer that counts for nobody cannot be assigned', () => {
  it('once its block is gone', async () => {
    const { tell, assign, second } = await setUp();
    await tell([DUST]);
    await tell([], { rolledBackTo: 4, tipHeight: 4 });
    await expect(assign(second)).rejects.toThrow('not in a block');
    await tell([{ ...DUST, blockHeight: 6 }], { tipHeight: 6 });
    expect((await assign(second)).payments).toMatchObject([{ blockHeight: 6, state: 'final' }]);
  });

  it('where it failed in its block, though it looked well before', async () => {
    const { tell, assign, second } = await setUp();
    await tell([{ ...DUST, blockHeight: undefined }]);
    await tell([{ ...DUST, failed: true }]);
    await expect(assign(second)).rejects.toThrow('failed on chain');
  });

  it('where it failed, whomever it names', async () => {
    const { tell, assign, second } = await setUp();
    await tell([transfer('t1', { keys: ['ref-1', 'ref-2'], failed: true })]);
    await expect(assign(second)).rejects.toThrow('failed on chain');
  });
});
