import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rpc } from '../rpc/rpc.ts';
import { listNew } from './list-new.ts';
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
  const rpc: Rpc = {
    connection: 0,
    async call(_method, [, config] = []) {
      const { before, limit } = config as { before?: string; limit: number };
      requests.push(config as Record<string, unknown>);
      const end = before === undefined ? entries.length : entries.findIndex(({ signature }) => signature === before);
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

describe('the list of new transactions', () => {
  it('is read page by page and returned oldest first', async () => {
    const entries = makeEntries(2_500);
    const { node, requests } = nodeWith(entries);
    const found = await listNew(node, 'account', { mark: undefined, sinceMs: 0, tip });
    expect(names(found)).toEqual(names(entries));
    expect(requests.map(({ limit }) => limit)).toEqual([25, 1_000, 1_000, 1_000]);
    expect(requests.every(({ until, minContextSlot }) => until === undefined && minContextSlot === tip.slot)).toBe(
      true,
    );
  });

  it('ends at the mark and omits transactions handled after it', async () => {
    const { node, requests } = nodeWith(makeEntries(500));
    const mark: Mark = { floor: 1_490, done: { s490: 1_490, s495: 1_495 } };
    const found = await listNew(node, 'account', { mark, sinceMs: 0, tip });
    expect(names(found)).toEqual(['s491', 's492', 's493', 's494', 's496', 's497', 's498', 's499']);
    expect(requests).toHaveLength(1);
  });

  it('ends shortly before the first target was assigned', async () => {
    const { node, requests } = nodeWith(makeEntries(500));
    const found = await listNew(node, 'account', { mark: undefined, sinceMs: 1_550_000, tip });
    expect(names(found)).toEqual(names(makeEntries(10, 490)));
    expect(requests).toHaveLength(1);
  });

  it('is limited to the oldest transactions', async () => {
    const { node } = nodeWith(makeEntries(7_000));
    const found = await listNew(node, 'account', { mark: undefined, sinceMs: 0, tip: { ...tip, slot: 100_000 } });
    expect(names(found)).toEqual(names(makeEntries(5_000)));
  });

  it('contains everything that is not handled, wherever pages end', async () => {
    const lists = fc.array(fc.nat(60), { maxLength: 120 }).map((slots) => slots.sort((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(lists, fc.nat(60), async (slots, floor) => {
        const entries = slots.map((slot, index) => ({ signature: `s${index}`, slot }));
        const done = Object.fromEntries(
          entries.filter(({ slot }, index) => slot >= floor && index % 3 === 0).map((one) => [one.signature, one.slot]),
        );
        const { node } = nodeWith(entries);
        const found = await listNew(node, 'account', { mark: { floor, done }, sinceMs: 0, tip });
        const expected = entries.filter(({ slot, signature }) => slot >= floor && done[signature] === undefined);
        expect(names(found)).toEqual(names(expected));
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
    const listed = listNew(node, 'account', { mark: undefined, sinceMs: 0, tip });
    await expect(listed).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('does not loop forever if a node ignores `before`', async () => {
    const page = makeEntries(25).map(({ signature }) => ({ signature, slot: 5 }));
    const node = createSolanaNode({ connection: 0, call: async () => page });
    const listed = listNew(node, 'account', { mark: undefined, sinceMs: 0, tip });
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
    const found = await listNew(createSolanaNode(rpc), 'account', { mark: undefined, sinceMs: 0, tip });
    expect(found.map(({ signature, finalized, failed }) => [signature, finalized, failed])).toEqual([
      ['old', true, true],
      ['final', true, false],
      ['confirmed', false, false],
      ['above', false, false],
    ]);
  });
});
