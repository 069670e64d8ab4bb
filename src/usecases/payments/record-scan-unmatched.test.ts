import { describe, expect, it } from 'vitest';
import { openTwoIntents } from '../../../test/memory/open-two-intents.ts';
import { LIMITS } from '../../domain/limits.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';

const DAY_MS = 86_400_000;

describe('a transfer that matches no payment', () => {
  it.each<[string, Partial<Transfer>, string]>([
    ['too little for the intent', { amount: parseDecimal('0.0005') }, 'dust'],
    ['as small as dust is not', { amount: parseDecimal('0.0001') }, 'dust'],
    ['of an unknown token', { asset: undefined, token: 'mint' }, 'unknown_token'],
    ['failed', { failed: true }, 'failed'],
    ['without a reference', { keys: [] }, 'no_reference'],
    ['from hours before the target was assigned', { firstSeenAtMs: 0 }, 'too_old'],
  ])('is recorded: %s', async (_, more, reason) => {
    const { shop, first, transfer, receive, unmatched } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', more)]);
    expect(await unmatched()).toEqual([`t1 ${reason}`]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('is recorded for each intent that it names, and both need a review', async () => {
    const { shop, first, second, both, transfer, receive, unmatched } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { keys: both })]);
    expect(await unmatched()).toEqual(['t1 ambiguous']);
    for (const { id } of [first, second]) {
      expect(await shop.find(id)).toMatchObject({ review: { cause: 'ambiguous' }, payments: [] });
    }
  });

  it('adds to the doubt about intents that are in review already, without another event', async () => {
    const { shop, first, second, both, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { keys: both })]);
    await receive([transfer('t2', '1 SOL', { keys: both })]);
    for (const intent of [first, second]) {
      const names = ['solana-devnet:t1:0', 'solana-devnet:t2:0'];
      expect(await shop.find(intent.id)).toMatchObject({ ambiguousTransfers: names });
      expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created', '2 payment_intent.needs_review']);
    }
  });

  it.each<[string, Partial<Transfer>, string]>([
    ['too little', { amount: parseDecimal('0.0005') }, 'ambiguous'],
    ['of an unknown token', { asset: undefined, token: 'mint' }, 'unknown_token'],
    ['too old', { firstSeenAtMs: 0 }, 'ambiguous'],
  ])('puts no intent in doubt for which it would not count: %s', async (_, more, reason) => {
    const { shop, first, second, both, transfer, receive, unmatched } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { keys: both, ...more })]);
    expect(await unmatched()).toEqual([`t1 ${reason}`]);
    for (const { id } of [first, second]) {
      expect(await shop.find(id)).toMatchObject({ status: 'requires_payment', ambiguousTransfers: [] });
    }
  });

  it('is ignored when it names an intent and pays another address', async () => {
    const { shop, first, transfer, receive, unmatched } = await openTwoIntents();
    await receive([transfer('t1', '1 SOL', { address: 'elsewhere' })]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
    expect(await unmatched()).toEqual([]);
  });

  it('cannot be assigned once its block is gone, and can when it is back', async () => {
    const { second, transfer, receive, assign } = await openTwoIntents();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([dust]);
    await receive([], { rolledBackTo: 4, tipHeight: 4 });
    await expect(assign(second.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await receive([{ ...dust, blockHeight: 6 }], { tipHeight: 6 });
    expect((await assign(second.id)).payments).toMatchObject([{ blockHeight: 6, state: 'final' }]);
  });

  it('cannot be assigned when it failed in its block, even if it looked valid in the pool', async () => {
    const { second, transfer, receive, assign } = await openTwoIntents();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([{ ...dust, blockHeight: undefined }]);
    await receive([{ ...dust, failed: true }]);
    await expect(assign(second.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it.each(['no intent', 'two intents'])('that names %s and looked like money fails in its block', async (named) => {
    const { shop, second, both, transfer, receive, unmatched, assign } = await openTwoIntents();
    const keys = named === 'no intent' ? [] : both;
    await receive([transfer('t1', '1 SOL', { keys, blockHeight: undefined })]);
    await receive([transfer('t1', '1 SOL', { keys, failed: true })]);
    expect(await unmatched()).toEqual(['t1 failed']);
    expect(await shop.store.transfers.listDust()).toEqual([]);
    await expect(assign(second.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is only counted when too many that failed name the same intent', async () => {
    const { shop, first, other, transfer, receive } = await openTwoIntents();
    const failed = (count: number) => transfer(`t${count}`, '1 SOL', { failed: true });
    const max = LIMITS.failedPerIntentMax;
    await receive(Array.from({ length: max - 1 }, (_, count) => failed(count)));
    await receive([failed(max - 1), failed(max), failed(max + 1)]);
    // One that is listed stays so when it is reported again, and another intent has its own limit.
    await receive([failed(0), transfer('other', '1 SOL', { failed: true, keys: [other.reference ?? ''] })]);
    const listed = (await shop.store.transfers.list({ unassigned: true, limit: 50 })).map(({ tx }) => tx);
    expect(listed.toSorted()).toEqual(['other', ...Array.from({ length: max }, (_, count) => `t${count}`)].toSorted());
    expect(await shop.store.transfers.listDust()).toMatchObject([{ asset: 'SOL', transfers: 2, amount: ZERO }]);
    expect((await shop.find(first.id)).status).toBe('requires_payment');
  });

  it('is listed, however many there are, unless it failed', async () => {
    const { shop, transfer, receive } = await openTwoIntents();
    const count = LIMITS.failedPerIntentMax + 1;
    const sent = Array.from({ length: count }, (_, index) => [
      transfer('dust', '0.0005 SOL', { index }),
      transfer('unnamed', '1 SOL', { index, keys: [] }),
    ]).flat();
    await receive(sent);
    expect(await shop.store.transfers.list({ unassigned: true, limit: 50 })).toHaveLength(sent.length);
    expect(await shop.store.transfers.listDust()).toEqual([]);
  });

  it('is only counted when it is of an unknown token and there were enough of them this day', async () => {
    const { shop, transfer, receive } = await openTwoIntents();
    const max = LIMITS.unknownTokensPerDayMax;
    const token = (index: number, more: Partial<Transfer> = {}) =>
      transfer('flood', '1 SOL', { index, keys: [], asset: undefined, token: 'mint', ...more });
    const countListed = async () =>
      (await shop.store.transfers.list({ unassigned: true, limit: 2 * max })).filter(({ asset }) => asset === undefined)
        .length;
    await receive(Array.from({ length: max - 1 }, (_, index) => token(index)));
    await receive([token(max), token(max + 1)]);
    await receive([token(max + 2), transfer('real', '2 SOL', { keys: [] })]);
    expect(await countListed()).toBe(max);
    expect(await shop.store.transfers.listDust()).toMatchObject([{ asset: 'unknown', transfers: 2, amount: ZERO }]);
    expect(await shop.store.transfers.list({ unassigned: true, limit: 2 * max })).toHaveLength(max + 1);
    shop.ports.clock.advance(DAY_MS + 1);
    await receive([token(max + 3)]);
    expect(await countListed()).toBe(max + 1);
  });

  it('is only counted when it failed and names no intent, or several', async () => {
    const { shop, both, transfer, receive, unmatched } = await openTwoIntents();
    await receive([
      transfer('t1', '1 SOL', { keys: both, failed: true }),
      transfer('t2', '1 SOL', { keys: [], failed: true }),
    ]);
    expect(await unmatched()).toEqual([]);
    expect(await shop.store.transfers.listDust()).toEqual([
      { network: 'solana-devnet', asset: 'SOL', transfers: 2, amount: 0n },
    ]);
  });
});

describe('dust', () => {
  const dust = '0.000099999 SOL';

  it('is counted by asset once it is in a block, and never listed', async () => {
    const { shop, first, transfer, receive, unmatched } = await openTwoIntents();
    await receive([
      transfer('t1', dust, { keys: [], blockHeight: undefined }),
      transfer('t2', dust, { blockHeight: undefined }),
    ]);
    expect(await shop.store.transfers.listDust()).toEqual([]);
    await receive([
      transfer('t1', dust, { keys: [] }),
      transfer('t2', dust),
      transfer('t3', '0.000000000000000001 SOL', { keys: [] }),
      transfer('t4', '0.009 USDC', { keys: [] }),
    ]);
    expect(await shop.store.transfers.listDust()).toEqual([
      { network: 'solana-devnet', asset: 'SOL', transfers: 3, amount: parseDecimal('0.000199998000000001') },
      { network: 'solana-devnet', asset: 'USDC', transfers: 1, amount: parseDecimal('0.009') },
    ]);
    expect(await unmatched()).toEqual([]);
    expect(await shop.find(first.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });

  it('that names two intents is one transfer, and changes neither', async () => {
    const { shop, first, second, both, transfer, receive } = await openTwoIntents();
    await receive([transfer('t1', dust, { keys: both })]);
    expect(await shop.store.transfers.listDust()).toMatchObject([{ transfers: 1 }]);
    for (const { id } of [first, second]) {
      expect(await shop.find(id)).toMatchObject({ status: 'requires_payment', ambiguousTransfers: [] });
    }
  });

  it('does not put a small intent in doubt either', async () => {
    const { shop, both, transfer, receive } = await openTwoIntents();
    const small = await shop.openIntent('0.001 SOL');
    const { reference = '' } = await shop.targetOf(small, 'solana-devnet');
    await receive([transfer('t1', dust, { keys: [reference, ...both] })]);
    expect((await shop.find(small.id)).ambiguousTransfers).toEqual([]);
  });

  it('cannot fill the table, however much of it arrives', async () => {
    const { shop, transfer, receive, unmatched } = await openTwoIntents();
    for (let scan = 0; scan < 20; scan += 1) {
      await receive(Array.from({ length: 500 }, (_, count) => transfer(`t${scan}-${count}`, dust, { keys: [] })));
    }
    expect(await unmatched()).toEqual([]);
    expect(await shop.store.transfers.listDust()).toMatchObject([{ transfers: 10_000 }]);
  });
});

describe('a transfer that a merchant has assigned', () => {
  it('stays with its intent after a reorganization, even if it went to the target of another', async () => {
    const { shop, second, transfer, receive, assign } = await openTwoIntents();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([dust]);
    await assign(second.id);
    await receive([], { rolledBackTo: 4, tipHeight: 4 });
    expect((await shop.find(second.id)).payments).toMatchObject([{ state: 'seen', blockHeight: undefined }]);
    await receive([{ ...dust, blockHeight: 6 }], { tipHeight: 6 });
    expect((await shop.find(second.id)).payments).toMatchObject([{ state: 'final', blockHeight: 6 }]);
  });

  it('does not count a second time when it would be enough for the intent that it names', async () => {
    const { shop, first, second, transfer, receive, assign } = await openTwoIntents();
    const dust = transfer('t1', '0.0005 SOL');
    await receive([dust]);
    await assign(second.id);
    await receive([transfer('t2', '0.9995 SOL')]);
    await receive([dust]);
    expect((await shop.find(first.id)).payments.map(({ tx }) => tx)).toEqual(['t2']);
    expect((await shop.find(second.id)).payments.map(({ tx }) => tx)).toEqual(['t1']);
  });
});
