import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rpc } from '../rpc/rpc.ts';
import { listNew } from './list-new.ts';
import { moveMark } from './move-mark.ts';
import type { Mark } from './scan-cursor.ts';
import { createSolanaNode } from './solana-node.ts';

const tip = { slot: 10_000, timeMs: 4_000_000 };

interface Entry {
  signature: string;
  slot: number;
}

/** A node with one account, whose entries are given oldest first. */
function nodeWith(entries: readonly Entry[], edit = (page: unknown[]) => page) {
  const requests: Record<string, unknown>[] = [];
  const indexes = new Map(entries.map(({ signature }, index) => [signature, index]));
  const rpc: Rpc = {
    connection: 0,
    async call(_method, [, config] = []) {
      const { before, limit } = config as { before?: string; limit: number };
      requests.push(config as Record<string, unknown>);
      const end = before === undefined ? entries.length : (indexes.get(before) ?? -1);
      const page = entries.slice(Math.max(0, end - limit), Math.max(0, end)).toReversed();
      return edit(
        page.map(({ signature, slot }) => ({
          signature,
          slot,
          err: null,
          blockTime: slot,
          confirmationStatus: 'finalized',
        })),
      );
    },
  };
  return { node: createSolanaNode(rpc), requests };
}

const names = (entries: readonly Entry[]) => entries.map(({ signature }) => signature);
const makeEntries = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, index) => ({ signature: `s${from + index}`, slot: 1_000 + from + index }));
const EMPTY: Mark = { floor: 0, done: {} };
const from = (mark: Mark = EMPTY, more: { sinceMs?: number; pagesMax?: number } = {}) => ({
  mark,
  sinceMs: 0,
  tip,
  pagesMax: 10,
  ...more,
});

describe('the list of new transactions', () => {
  it('is read page by page and returned oldest first', async () => {
    const entries = makeEntries(900);
    const { node, requests } = nodeWith(entries);
    const { listed, isRead, isWhole, pages } = await listNew(node, 'account', from());
    expect(names(listed)).toEqual(names(entries));
    expect({ isRead, isWhole, pages }).toEqual({ isRead: true, isWhole: true, pages: 2 });
    expect(requests.map(({ limit }) => limit)).toEqual([25, 1_000]);
    expect(requests.every(({ until, minContextSlot }) => until === undefined && minContextSlot === tip.slot)).toBe(
      true,
    );
  });

  it('ends at the mark and omits transactions handled after it', async () => {
    const { node, requests } = nodeWith(makeEntries(500));
    const mark: Mark = { floor: 1_490, done: { s490: 1_490, s495: 1_495 } };
    const { listed } = await listNew(node, 'account', from(mark));
    expect(names(listed)).toEqual(['s491', 's492', 's493', 's494', 's496', 's497', 's498', 's499']);
    expect(requests).toHaveLength(1);
  });

  it('ends shortly before the time from which on it matters, and with all that is older', async () => {
    const { node, requests } = nodeWith(makeEntries(500), (page) =>
      page.map((entry) => ((entry as Entry).slot === 1_480 ? { ...(entry as Entry), blockTime: null } : entry)),
    );
    const { listed, isWhole } = await listNew(node, 'account', from(EMPTY, { sinceMs: 1_550_000 }));
    expect(names(listed)).toEqual(names(makeEntries(10, 490)));
    expect(isWhole).toBe(true);
    expect(requests).toHaveLength(1);
  });

  it.each([
    { count: 5_000, pagesMax: 3, handledMax: 200 },
    // More than the trail remembers.
    { count: 80_000, pagesMax: 10, handledMax: 999 },
  ])('of $count is read in several scans: down to the mark, then up from the oldest part', async (row) => {
    const { count, pagesMax, handledMax } = row;
    const entries = makeEntries(count);
    const { node, requests } = nodeWith(entries);
    const found: string[] = [];
    let mark = EMPTY;
    let scans = 0;
    for (let isWhole = false; !isWhole; scans += 1) {
      const listing = await listNew(node, 'account', from(mark, { pagesMax }));
      expect(listing.pages).toBeLessThanOrEqual(pagesMax);
      const some = new Set(names(listing.listed.slice(0, handledMax)));
      found.push(...some);
      mark = moveMark(mark, listing, (signature) => some.has(signature), 0);
      expect(JSON.stringify(mark).length).toBeLessThan(5_000);
      ({ isWhole } = listing);
    }
    expect(found).toEqual(names(entries));
    expect(scans).toBeLessThan((1.3 * count) / handledMax + 10);
    expect(requests.length).toBeLessThan((4 * count) / handledMax);
  });

  it('starts again at the top if a node does not know a place', async () => {
    const { node } = nodeWith(makeEntries(100));
    const trail = [
      { signature: 's90', slot: 1_090 },
      { signature: 'forked', slot: 1_050 },
    ];
    const listing = await listNew(node, 'account', from({ ...EMPTY, trail }));
    expect(listing).toMatchObject({ listed: [], isRead: false, isWhole: false });
    const mark = moveMark({ ...EMPTY, trail }, listing, () => true, 0);
    expect(mark).toMatchObject({ floor: 0, trail: undefined });
    expect((await listNew(node, 'account', from(mark))).listed).toHaveLength(100);
  });

  it.each([25, 1_024, 2_023, 2_024, 3_022, 3_023, 4_021])(
    'with exactly %i transactions is not read forever',
    async (count) => {
      const { node } = nodeWith(makeEntries(count));
      let mark = EMPTY;
      const found = new Set<string>();
      for (let scan = 0; scan < 20; scan += 1) {
        const listing = await listNew(node, 'account', from(mark, { pagesMax: 3 }));
        for (const signature of names(listing.listed)) found.add(signature);
        mark = moveMark(mark, listing, () => true, 0);
      }
      expect(found.size).toBe(count);
      expect(mark.trail).toBeUndefined();
    },
  );

  it('contains everything that is not handled, wherever pages end', async () => {
    const lists = fc.array(fc.nat(60), { maxLength: 120 }).map((slots) => slots.sort((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(lists, fc.nat(60), async (slots, floor) => {
        const entries = slots.map((slot, index) => ({ signature: `s${index}`, slot }));
        const done = Object.fromEntries(
          entries.filter(({ slot }, index) => slot >= floor && index % 3 === 0).map((one) => [one.signature, one.slot]),
        );
        const { node } = nodeWith(entries);
        const { listed } = await listNew(node, 'account', from({ floor, done }));
        const expected = entries.filter(({ slot, signature }) => slot >= floor && done[signature] === undefined);
        expect(names(listed)).toEqual(names(expected));
      }),
    );
  });

  it.each([
    ['is not in descending order', (page: unknown[]) => page.toReversed()],
    ['is not a list', () => ({}) as unknown[]],
    ['has entries without a slot', (page: unknown[]) => page.map((entry) => ({ ...(entry as Entry), slot: null }))],
    [
      'has entries without a signature',
      (page: unknown[]) => page.map((entry) => ({ ...(entry as Entry), signature: 1 })),
    ],
  ])('is distrusted if it %s', async (_what, edit) => {
    const { node } = nodeWith(makeEntries(5), edit);
    const listed = listNew(node, 'account', from());
    await expect(listed).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('does not loop forever if a node ignores `before`', async () => {
    const page = makeEntries(25).map(({ signature }) => ({ signature, slot: 5 }));
    const node = createSolanaNode({ connection: 0, call: async () => page });
    const listed = listNew(node, 'account', from());
    await expect(listed).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('is final only up to the tip', async () => {
    const entry = { err: null, blockTime: null };
    const rpc: Rpc = {
      connection: 0,
      call: async () => [
        { ...entry, signature: 'above', slot: 10_001, confirmationStatus: 'finalized' },
        { ...entry, signature: 'confirmed', slot: 9_999, confirmationStatus: 'confirmed' },
        { ...entry, signature: 'final', slot: 9_998, confirmationStatus: 'finalized' },
        { ...entry, signature: 'old', slot: 9_997, confirmationStatus: null, err: { InstructionError: [0, 'x'] } },
      ],
    };
    const { listed } = await listNew(createSolanaNode(rpc), 'account', from());
    expect(listed.map(({ signature, finalized, failed }) => [signature, finalized, failed])).toEqual([
      ['old', true, true],
      ['final', true, false],
      ['confirmed', false, false],
      ['above', false, false],
    ]);
  });
});
