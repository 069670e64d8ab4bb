import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../src/domain/errors.ts';
import { type MerchantId, makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { Transition } from '../../src/domain/intents/transition.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { formatDecimal, parseDecimal } from '../../src/domain/money/decimal.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { NewClaim, NewUnmatchedTransfer, UnmatchedTransfer } from '../../src/ports/transfers.ts';
import type { AmountEntry } from '../memory/data/tables.ts';
import { sampleTransfer } from '../memory/sample-transfer.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const NETWORK = 'bitcoin-regtest';
const TARGET = { address: 'wallet', reference: undefined };
const LATER_MS = 9_000_000;

const nobodyElse = () => expect.fail();

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

const refuse = () => {
  throw new Problem('invalid_state', 'not this one');
};

const payOnce = (found: Intent, transfer: UnmatchedTransfer) => {
  if (transfer.assignedTo) throw new Problem('invalid_state', 'assigned already');
  return paidWith(found, transfer);
};

const settle = (status: Intent['status']) => (intent: Intent) => ({ intent: { ...intent, status }, events: [] });

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

  const listUnassigned = () => store.transfers.list({ unassigned: true, limit: 10 });

  async function insertIntent(): Promise<Intent> {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    return intent;
  }

  it('lists them newest first, in pages, by intent and by whether they are assigned', async () => {
    const intent = await insertIntent();
    const doubtful = { ...intent, ambiguousTransfers: [`${NETWORK}:a ${merchantId}:0`, 'simulated:b:0'] };
    const [a, b, c] = [
      await record(`a ${merchantId}`),
      await record(`b ${merchantId}`, { intentId: intent.id }),
      await record(`c ${merchantId}`, { reason: 'no_reference' }),
    ];
    expect(await store.transfers.list({ unassigned: false, limit: 10 })).toEqual([c, b, a]);
    expect(await store.transfers.list({ unassigned: false, limit: 2 })).toEqual([c, b]);
    expect(await store.transfers.list({ unassigned: false, limit: 2, olderThan: b.id })).toEqual([a]);
    expect(await store.transfers.list({ unassigned: false, limit: 2, of: intent })).toEqual([b]);
    expect(await store.transfers.list({ unassigned: false, limit: 2, of: doubtful })).toEqual([b, a]);
    expect(await store.transfers.list({ unassigned: false, limit: 2, of: doubtful, olderThan: b.id })).toEqual([a]);
    await store.transfers.assign(c.id, intent.id, 0, paidWith, nobodyElse);
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([b, a]);
    expect((await store.transfers.list({ unassigned: false, limit: 1 }))[0]).toEqual({ ...c, assignedTo: intent.id });
  });

  it('follow what a transaction moves in another block, and stay as they are in the same one', async () => {
    const tx = `remade ${merchantId}`;
    const moving = (sent: string, blockHeight: number | undefined, token = 'mint') =>
      record(tx, { transfer: sampleTransfer(tx, sent, TARGET, { firstSeenAtMs: 7, token, blockHeight }) });
    const first = await moving('0.5 BTC', 5);
    await moving('0.9 BTC', 5);
    await moving('0.9 BTC', undefined);
    expect(await listUnassigned()).toMatchObject([first]);
    const { asset, amount, token, blockHeight } = await moving('0.1 LTC', 6, 'other mint');
    expect(await listUnassigned()).toMatchObject([{ ...first, asset, amount, token, blockHeight }]);
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
    const assigned = store.transfers.assign(transfer.id, two.id, 0, paidWith, nobodyElse);
    await expect(assigned).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await store.intents.find(two.id))?.payments).toEqual([]);
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([transfer]);
  });

  it('assigns nothing where the intent or the transfer is unknown, or the change throws', async () => {
    const intent = await insertIntent();
    const transfer = await record(`kept ${merchantId}`);
    const unknown = makeId('tr', 1, randomBytes(10));
    expect(await store.transfers.assign(unknown, intent.id, 0, nobodyElse, nobodyElse)).toBeUndefined();
    expect(await store.transfers.assign(transfer.id, sampleIntent().id, 0, nobodyElse, nobodyElse)).toBeUndefined();
    const refused = store.transfers.assign(transfer.id, intent.id, 0, refuse, nobodyElse);
    await expect(refused).rejects.toThrow('not this one');
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([transfer]);
  });

  it('assigns a transfer to one of many intents that want it', async () => {
    const intents = [await insertIntent(), await insertIntent(), await insertIntent()];
    const { id } = await record(`wanted ${merchantId}`);
    const results = await Promise.allSettled(
      intents.map((intent) => store.transfers.assign(id, intent.id, 0, payOnce, nobodyElse)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('shows a merchant or mode no transfer of another', async () => {
    const intent = await insertIntent();
    const { id } = await record(`mine ${merchantId}`);
    for (const { transfers } of [opened.bind(newMerchantId(), false), opened.bind(merchantId, true)]) {
      expect(await transfers.list({ unassigned: false, limit: 10 })).toEqual([]);
      expect(await transfers.assign(id, intent.id, 0, nobodyElse, nobodyElse)).toBeUndefined();
    }
  });

  /** A claim on a transfer as the network reports it again. */
  const claimOf = (intent: Intent, transfer: UnmatchedTransfer, proof?: NewClaim['proof']): NewClaim => {
    const { id, tx, index, amount, reason, intentId } = transfer;
    const found = sampleTransfer(tx, '0.5 BTC', TARGET, { firstSeenAtMs: 7, token: 'mint', index, amount });
    return {
      intent: { merchantId, livemode: false, id: intent.id },
      network: NETWORK,
      unmatched: { id, merchantId, livemode: false, intentId, transfer: found, reason },
      due: { asset: intent.asset, amount: intent.cryptoAmount },
      proof,
    };
  };

  const PROOF = { address: 'payer', signature: 'signed' };

  async function claim(intent: Intent, transfer: UnmatchedTransfer, proof?: NewClaim['proof'], atMs = 1_000) {
    let state = '';
    await opened.database.transact(async (book) => {
      state = await book.recordClaim(claimOf(intent, transfer, proof), atMs);
    });
    return state;
  }

  const listClaims = async (...transfers: UnmatchedTransfer[]) =>
    (await store.transfers.listClaims(transfers.map(({ id }) => id))).toSorted(
      (x, y) => x.claimedAtMs - y.claimedAtMs || (x.intentId < y.intentId ? -1 : 1),
    );

  /** Intents that ask for these amounts of the asset of the transfers. */
  const insertDue = (...amounts: string[]) =>
    Promise.all(
      amounts.map(async (amount) => {
        const intent = sampleIntent({ asset: 'BTC', cryptoAmount: parseDecimal(amount) });
        await store.intents.insert(intent, undefined);
        return intent;
      }),
    );

  it('records each claim once with its proof, and lists it with what its intent asks for', async () => {
    const [one, two, three] = [await insertIntent(), await insertIntent(), await insertIntent()];
    const [transfer, other] = [await record(`claimed ${merchantId}`), await record(`other ${merchantId}`)];
    expect(await claim(two, transfer, undefined, 2_000)).toBe('unproven');
    expect(await claim(one, transfer, undefined, 1_000)).toBe('unproven');
    expect(await claim(one, transfer, undefined, 3_000)).toBe('unproven');
    expect(await claim(three, transfer, undefined, 3_000)).toBe('unproven');
    expect(await claim(three, transfer, PROOF, 4_000)).toBe('proven');
    expect(await claim(three, transfer, { ...PROOF, address: 'another' }, 5_000)).toBe('proven');
    expect(await claim(three, transfer, undefined, 6_000)).toBe('proven');
    expect(await claim(one, other, undefined, 7_000)).toBe('unproven');
    const known = { transferId: transfer.id, due: { asset: one.asset, amount: one.cryptoAmount } };
    expect(await listClaims(transfer)).toEqual([
      { ...known, intentId: one.id, claimedAtMs: 1_000, proof: undefined },
      { ...known, intentId: two.id, claimedAtMs: 2_000, proof: undefined },
      { ...known, intentId: three.id, claimedAtMs: 3_000, proof: { address: 'payer', atMs: 4_000 } },
    ]);
    expect(await listClaims(transfer, other)).toHaveLength(4);
    expect((await store.transfers.list({ unassigned: true, limit: 10 })).map((each) => each.intentId)).toEqual([
      undefined,
      undefined,
    ]);
    expect(await opened.bind(newMerchantId(), false).transfers.listClaims([transfer.id])).toEqual([]);
  });

  it('records the transfer with its claim, under the ID that it has', async () => {
    const [one, two] = [await insertIntent(), await insertIntent()];
    const listed = await record(`listed ${merchantId}`);
    const fresh = { ...listed, id: makeId('tr', LATER_MS, randomBytes(10)), index: 9 };
    expect(await claim(one, fresh)).toBe('unproven');
    expect(await claim(two, { ...fresh, id: makeId('tr', LATER_MS, randomBytes(10)) })).toBe('unproven');
    const ids = (await store.transfers.list({ unassigned: true, limit: 10 })).map(({ id }) => id);
    expect(ids).toEqual([fresh.id, listed.id]);
    expect(await listClaims(fresh)).toHaveLength(2);
  });

  it('keeps as many claims without a proof as are listed and counted, and of more the nearest', async () => {
    const transfer = await record(`flooded ${merchantId}`);
    const max = LIMITS.claimsPerTransferMax + LIMITS.moreClaimsMax;
    const strangers = await insertDue(...Array.from({ length: max - 1 }, () => '0.6'));
    const [farthest, equal, nearer] = (await insertDue('0.9', '0.6', '0.41')) as [Intent, Intent, Intent];
    for (const intent of [...strangers, farthest]) expect(await claim(intent, transfer)).toBe('unproven');
    const elsewhere = await insertIntent();
    expect(elsewhere.asset).not.toBe('BTC');
    expect(await claim(elsewhere, transfer)).toBe('not_recorded');
    expect(await claim(nearer, transfer, undefined, 2_000)).toBe('unproven');
    const kept = async () => new Set((await listClaims(transfer)).map(({ intentId }) => intentId));
    expect(await kept()).toEqual(new Set([...strangers, nearer].map(({ id }) => id)));
    expect(await claim(farthest, transfer, undefined, 3_000)).toBe('not_recorded');
    // Of two that are equally near, the older one stays.
    expect(await claim(equal, transfer, undefined, 3_000)).toBe('not_recorded');
    expect(await claim(nearer, transfer)).toBe('unproven');
    expect(await claim(farthest, transfer, PROOF)).toBe('proven');
    expect((await kept()).size).toBe(max + 1);
  });

  it('limits claims with a proof per transfer, and keeps those that it has', async () => {
    const transfer = await record(`proven ${merchantId}`);
    const intents = await insertDue(...Array.from({ length: LIMITS.claimsPerTransferMax }, () => '0.6'));
    const [nearest] = await insertDue('0.5');
    for (const intent of intents) expect(await claim(intent, transfer, PROOF)).toBe('proven');
    expect(await claim(nearest ?? expect.fail(), transfer, PROOF)).toBe('not_recorded');
    expect(await claim(nearest ?? expect.fail(), transfer)).toBe('unproven');
    for (const intent of intents) expect(await claim(intent, transfer)).toBe('proven');
  });

  it('limits claims per intent, with and without a proof each, and then does not record the transfer', async () => {
    const intent = await insertIntent();
    for (let count = 0; count < LIMITS.claimsPerIntentMax; count += 1) {
      expect(await claim(intent, await record(`greedy ${count} ${merchantId}`))).toBe('unproven');
    }
    const before = await store.transfers.list({ unassigned: true, limit: 50 });
    const [first] = before;
    const fresh = { ...(first ?? expect.fail()), id: makeId('tr', LATER_MS, randomBytes(10)), index: 9 };
    expect(await claim(intent, fresh)).toBe('not_recorded');
    expect(await store.transfers.list({ unassigned: true, limit: 50 })).toEqual(before);
    expect(await claim(intent, first ?? expect.fail())).toBe('unproven');
    expect(await claim(intent, fresh, PROOF)).toBe('proven');
  });

  it('changes the other intents that claimed a transfer with the one that it is assigned to, or none', async () => {
    const [payer, other, stranger] = [await insertIntent(), await insertIntent(), await insertIntent()];
    const transfer = await record(`released ${merchantId}`);
    for (const intent of [payer, other]) await claim(intent, transfer);
    const released: string[] = [];
    const release = (found: Intent): Transition => {
      released.push(found.id);
      return { intent: { ...found, ambiguousTransfers: ['released'] }, events: [] };
    };
    await expect(store.transfers.assign(transfer.id, payer.id, 0, refuse, release)).rejects.toThrow('not this one');
    expect(released).toEqual([]);
    await store.transfers.assign(transfer.id, payer.id, 0, paidWith, release);
    expect(released).toEqual([other.id]);
    expect((await store.intents.find(other.id))?.ambiguousTransfers).toEqual(['released']);
    for (const { id } of [payer, stranger]) expect((await store.intents.find(id))?.ambiguousTransfers).toEqual([]);
  });

  /** The intent waits for this amount at the address of the transfers. */
  const hold = (intent: Intent, amount: string, more: Partial<AmountEntry> = {}) =>
    opened.holdAmount({
      intent: { merchantId, livemode: false, id: intent.id },
      network: NETWORK,
      address: 'wallet',
      asset: 'BTC',
      amount: parseDecimal(amount),
      tail: ZERO,
      assignedAtMs: 0,
      heldUntilMs: LATER_MS,
      ...more,
    });

  const suggested = async (transfer: UnmatchedTransfer, nowMs = LATER_MS - 1) =>
    (await store.transfers.suggest([transfer], nowMs)).map(
      ({ transferId, intentId, amount }) => `${transferId === transfer.id} ${intentId} ${formatDecimal(amount)}`,
    );

  it('suggests the intents that wait for the nearest amounts, each once', async () => {
    const transfer = { ...(await record(`near ${merchantId}`)), address: merchantId };
    const [exact, above, below, far] = [
      await insertIntent(),
      await insertIntent(),
      await insertIntent(),
      await insertIntent(),
    ];
    const here = { address: merchantId };
    await hold(far, '0.6', here);
    await hold(below, '0.499', here);
    await hold(above, '0.503', here);
    await hold(exact, '0.50000001', here);
    await hold(exact, '0.51', here);
    expect(await suggested(transfer)).toEqual([
      `true ${exact.id} 0.50000001`,
      `true ${below.id} 0.499`,
      `true ${above.id} 0.503`,
    ]);
    expect(await suggested({ ...transfer, amount: parseDecimal('0.9') })).toEqual([
      `true ${far.id} 0.6`,
      `true ${exact.id} 0.51`,
      `true ${above.id} 0.503`,
    ]);
    const both = [transfer, { ...transfer, id: makeId('tr', LATER_MS, randomBytes(10)) }];
    expect(await store.transfers.suggest(both, LATER_MS - 1)).toHaveLength(6);
  });

  it('suggests the intent with exactly this amount first, and then those that owe it without a tail', async () => {
    const transfer = { ...(await record(`owed ${merchantId}`)), address: merchantId };
    const [snare, victim, near] = [await insertIntent(), await insertIntent(), await insertIntent()];
    const here = { address: merchantId };
    await hold(near, '0.50000001', { ...here, tail: parseDecimal('0.00000011') });
    await hold(victim, '0.5004', { ...here, tail: parseDecimal('0.0004') });
    await hold(snare, '0.5', { ...here, tail: parseDecimal('0.0004') });
    expect(await suggested(transfer)).toEqual([
      `true ${snare.id} 0.5`,
      `true ${victim.id} 0.5`,
      `true ${near.id} 0.50000001`,
    ]);
    for (let count = 0; count < 60; count += 1) {
      const amount = `0.5${String(count + 1).padStart(4, '0')}1`;
      await hold(await insertIntent(), amount, { ...here, tail: parseDecimal(`0.0${amount.slice(3)}`) });
    }
    const [first, ...others] = await suggested(transfer);
    expect(first).toBe(`true ${snare.id} 0.5`);
    for (const other of others) expect(other).toMatch(/ 0\.5$/);
  });

  it('suggests no amount that is free again, elsewhere, in another asset, of another merchant, or paid', async () => {
    const transfer = { ...(await record(`alone ${merchantId}`)), address: merchantId };
    const [waiting, paid, canceled] = [await insertIntent(), await insertIntent(), await insertIntent()];
    const foreign = sampleIntent();
    const stranger = newMerchantId();
    await opened.bind(stranger, false).intents.insert(foreign, undefined);
    await store.intents.change(paid.id, 0, settle('succeeded'));
    await store.intents.change(canceled.id, 0, settle('canceled'));
    await hold(waiting, '0.7', { address: merchantId });
    await hold(waiting, '0.5', { address: `${merchantId} other` });
    await hold(waiting, '0.51', { address: merchantId, asset: 'LTC' });
    await hold(waiting, '0.52', { address: merchantId, network: 'bitcoin' });
    await hold(waiting, '0.53', { address: merchantId, heldUntilMs: LATER_MS - 1 });
    await hold(paid, '0.54', { address: merchantId });
    await hold(canceled, '0.55', { address: merchantId });
    const owner = { merchantId: stranger, livemode: false, id: foreign.id };
    await hold(foreign, '0.56', { address: merchantId, intent: owner });
    const owed = { tail: parseDecimal('0.1') };
    await hold(waiting, '0.6', { ...owed, address: `${merchantId} other` });
    await hold(waiting, '0.61', { tail: parseDecimal('0.11'), address: merchantId, heldUntilMs: LATER_MS - 1 });
    await hold(paid, '0.6', { ...owed, address: merchantId });
    expect(await suggested(transfer)).toEqual([`true ${waiting.id} 0.7`]);
    expect(await suggested(transfer, LATER_MS)).toEqual([]);
  });
});
