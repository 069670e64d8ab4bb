import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../src/domain/errors.ts';
import { type MerchantId, makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { Transition } from '../../src/domain/intents/transition.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { NewUnmatchedTransfer, UnmatchedTransfer } from '../../src/ports/transfers.ts';
import { sampleTransfer } from '../memory/sample-transfer.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const NETWORK = 'bitcoin-regtest';
const TARGET = { address: 'wallet', reference: undefined };

const paidWith = (intent: Intent, { tx, index, amount }: UnmatchedTransfer): Transition => ({
  intent: {
    ...intent,
    payments: [
      {
        network: NETWORK,
        tx,
        index,
        amount,
        tail: ZERO,
        asset: 'BTC',
        blockHeight: 5,
        confirmations: 1,
        requirement: { blocks: 1 },
        state: 'final',
        voidReason: undefined,
        spends: [],
        firstSeenAtMs: 7,
        reorged: false,
        missingSinceMs: undefined,
      },
    ],
  },
  events: [],
});

describe.each(engineDatabases())('unmatched transfers on $name', ({ open }) => {
  let opened: EngineDatabase;
  let merchantId: MerchantId;
  let store: Store;
  let time = 1_000;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => {
    merchantId = newMerchantId();
    store = opened.bind(merchantId, false);
  });
  afterAll(() => opened.close());

  async function record(tx: string, more: Partial<NewUnmatchedTransfer> = {}): Promise<UnmatchedTransfer> {
    time += 1;
    const id = makeId('tr', time, randomBytes(10));
    const transfer = sampleTransfer(tx, '0.5 BTC', TARGET, { firstSeenAtMs: 7, token: 'mint' });
    const row = { id, merchantId, livemode: false, intentId: undefined, transfer, reason: 'dust' as const, ...more };
    await opened.database.transact((book) => book.recordUnmatched(NETWORK, [row], 3_000));
    const { asset, token, amount, index, address, blockHeight, firstSeenAtMs } = row.transfer;
    const known = { network: NETWORK, tx, index, address, asset, token, amount, blockHeight, firstSeenAtMs };
    return { id: row.id, ...known, reason: row.reason, intentId: row.intentId, assignedTo: undefined };
  }

  async function insertIntent(): Promise<Intent> {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    return intent;
  }

  it('lists them newest first, in pages, by intent and by whether they are assigned', async () => {
    const intent = await insertIntent();
    const [a, b, c] = [
      await record(`a ${merchantId}`),
      await record(`b ${merchantId}`, { intentId: intent.id }),
      await record(`c ${merchantId}`, { reason: 'no_reference' }),
    ];
    expect(await store.transfers.list({ unassigned: false, limit: 10 })).toEqual([c, b, a]);
    expect(await store.transfers.list({ unassigned: false, limit: 2 })).toEqual([c, b]);
    expect(await store.transfers.list({ unassigned: false, limit: 2, olderThan: b.id })).toEqual([a]);
    expect(await store.transfers.list({ unassigned: false, limit: 2, intentId: intent.id })).toEqual([b]);
    await store.transfers.assign(c.id, intent.id, 0, paidWith);
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([b, a]);
    expect((await store.transfers.list({ unassigned: false, limit: 1 }))[0]).toEqual({ ...c, assignedTo: intent.id });
  });

  it('keeps the last of the same transfer in one call', async () => {
    const transfer = sampleTransfer(`twice ${merchantId}`, '0.5 BTC', TARGET, { firstSeenAtMs: 7 });
    const rows = [1, 2].map((atMs) => ({
      id: makeId('tr', atMs, randomBytes(10)),
      merchantId,
      livemode: false,
      intentId: undefined,
      transfer,
      reason: 'dust' as const,
    }));
    await opened.database.transact((book) => book.recordUnmatched(NETWORK, rows, 0));
    expect((await store.transfers.list({ unassigned: false, limit: 10 })).map(({ id }) => id)).toEqual([rows[1]?.id]);
  });

  it('answers with the code invalid_state when the transfer is a payment of another intent', async () => {
    const [one, two] = [await insertIntent(), await insertIntent()];
    const transfer = await record(`counted ${merchantId}`);
    await store.intents.change(one.id, 0, (intent) => paidWith(intent, transfer));
    const assigned = store.transfers.assign(transfer.id, two.id, 0, paidWith);
    await expect(assigned).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await store.intents.find(two.id))?.payments).toEqual([]);
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([transfer]);
  });

  it('assigns nothing where the intent or the transfer is unknown, or the change throws', async () => {
    const intent = await insertIntent();
    const transfer = await record(`kept ${merchantId}`);
    const unknown = makeId('tr', 1, randomBytes(10));
    expect(await store.transfers.assign(unknown, intent.id, 0, () => expect.fail())).toBeUndefined();
    expect(await store.transfers.assign(transfer.id, sampleIntent().id, 0, () => expect.fail())).toBeUndefined();
    const refused = store.transfers.assign(transfer.id, intent.id, 0, () => {
      throw new Problem('invalid_state', 'not this one');
    });
    await expect(refused).rejects.toThrow('not this one');
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([transfer]);
  });

  it('assigns a transfer to one of many intents that want it', async () => {
    const intents = [await insertIntent(), await insertIntent(), await insertIntent()];
    const { id } = await record(`wanted ${merchantId}`);
    const results = await Promise.allSettled(
      intents.map((intent) =>
        store.transfers.assign(id, intent.id, 0, (found, transfer) => {
          if (transfer.assignedTo) throw new Problem('invalid_state', 'assigned already');
          return paidWith(found, transfer);
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('shows a merchant or mode no transfer of another', async () => {
    const intent = await insertIntent();
    const { id } = await record(`mine ${merchantId}`);
    for (const { transfers } of [opened.bind(newMerchantId(), false), opened.bind(merchantId, true)]) {
      expect(await transfers.list({ unassigned: false, limit: 10 })).toEqual([]);
      expect(await transfers.assign(id, intent.id, 0, () => expect.fail())).toBeUndefined();
    }
  });
});
