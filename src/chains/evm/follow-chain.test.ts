import * as fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import type { Scan } from '../../ports/chain.ts';
import { atTip, NOW_MS, type ScriptedNode } from './scripted-node.test-fixture.ts';
import { payCoin, payToken, type ScriptedTx } from './scripted-transactions.test-fixture.ts';

/** More than the blocks that are read again, so that what a server hid comes to light. */
const LAST_BLOCKS = 30;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('mine' as const), payments: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), depth: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const), hidden: fc.nat({ max: 3 }) }) },
);

/** Removes blocks and mines as many and one more, with the payments of the old blocks at other places. */
function fork(node: ScriptedNode, depth: number): void {
  const kept = Math.max(30, node.tip.height - depth);
  const removed = node.blocks.slice(kept + 1);
  node.cutTo(kept);
  const waiting: ScriptedTx[] = removed.flatMap(({ txs }) => txs).toReversed();
  node.mine();
  for (const _ of removed) node.mine(waiting.splice(0, 2));
  node.mine(waiting);
}

/** For one scan, `eth_getLogs` is answered by a server that lacks the newest blocks. */
function hide(node: ScriptedNode, hidden: number): void {
  const known = node.tip.height - hidden;
  node.before = async (method, params) => {
    if (method !== 'eth_getLogs') return undefined;
    const answer = node.before;
    node.before = () => undefined;
    const logs = (await node.call(method, params)) as { blockNumber: Hex }[];
    node.before = answer;
    return logs.filter(({ blockNumber }) => Number(blockNumber) <= known);
  };
}

/** What is known after a scan: where each transfer is. */
function record(book: Map<string, number | undefined>, { rolledBackTo, transfers }: Scan): void {
  for (const [name, height] of book)
    if (rolledBackTo !== undefined && height !== undefined && height > rolledBackTo) book.set(name, undefined);
  for (const { tx, index, blockHeight } of transfers) {
    const name = `${tx} ${index}`;
    expect(book.get(name), 'reported twice in the same place').not.toBe(blockHeight);
    book.set(name, blockHeight);
  }
}

it.each([
  ['tokens', undefined],
  ['tokens and the coin', NOW_MS + 3_600_000],
])('knows where every payment in %s is, after any forks and on any servers', async (_, coinUntilMs) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.constantFrom(3, 10, 2_000), async (steps, allowed) => {
      const { node, scan } = await atTip();
      node.logBlocksMax = allowed;
      const book = new Map<string, number | undefined>();
      const readAll = async () => {
        for (let behind = true; behind; ) {
          const next = await scan({ coinUntilMs });
          record(book, next);
          ({ behind } = next);
        }
      };
      for (const { kind, ...order } of steps) {
        if (kind === 'mine')
          node.mine(
            Array.from({ length: 'payments' in order ? order.payments : 0 }, (__, number) =>
              number === 2 && coinUntilMs !== undefined ? payCoin(5n) : payToken(1n),
            ),
          );
        if (kind === 'fork') fork(node, 'depth' in order ? order.depth : 0);
        if (kind === 'scan') {
          // Nodes that allow few blocks leave little room to read again.
          if (allowed === 2_000) hide(node, 'hidden' in order ? order.hidden : 0);
          await readAll();
          node.before = () => undefined;
        }
      }
      for (let count = 0; count < LAST_BLOCKS; count += 1) {
        node.mine();
        if (count % 10 === 0) await readAll();
      }
      await readAll();
      const real = node.blocks.flatMap(({ height, txs }) =>
        txs.map((tx) => [`${tx.hash} ${tx.logs.length > 0 ? 0 : 1_000_000}`, height] as const),
      );
      expect(new Map([...book].sort())).toEqual(new Map(real.toSorted()));
    }),
    { numRuns: 60 },
  );
});
