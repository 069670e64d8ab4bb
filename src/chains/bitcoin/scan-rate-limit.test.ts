import { describe, expect, it } from 'vitest';
import { RateLimited } from '../rpc/call-endpoint.ts';
import { createRpc } from '../rpc/create-rpc.ts';
import { TestTime } from '../test-time.test-fixture.ts';
import { chainOf, HOUR_MS, NOW_MS, pay, ScriptedNode, watchOf } from './scripted-node.test-fixture.ts';

/** Allows five calls in each second. */
function allowFive(): (second: number) => boolean {
  const used = new Map<number, number>();
  return (second) => {
    used.set(second, (used.get(second) ?? 0) + 1);
    return (used.get(second) ?? 0) <= 5;
  };
}

function allowEveryOther(): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % 2 === 0;
  };
}

describe('a node that limits the rate', () => {
  it.each([
    ['to five calls a second', allowFive],
    ['by rejecting every other call', allowEveryOther],
  ])('%s delays payments by a bounded time, and loses none', async (_, createLimit) => {
    const time = new TestTime(NOW_MS);
    const isAllowed = createLimit();
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 250);
    const pool = createRpc({
      urls: ['http://node/'],
      clock: { nowMs: () => time.ms },
      random: { bytes: (count) => new Uint8Array(count) },
      sleep: (ms) => time.sleep(ms),
      async send(_endpoint, { method, params }) {
        if (!isAllowed(Math.floor(time.ms / 1_000))) throw new RateLimited('limits the rate of calls (HTTP 429)');
        return node.call(method, params);
      },
    });
    const chain = chainOf(pool);
    let { cursor } = await chain.scan(undefined, watchOf({ sinceMs: NOW_MS + 2 * HOUR_MS }));
    const sent = Array.from({ length: 40 }, (__, index) => pay(`address ${index}`));
    for (const transaction of sent) node.mine([transaction]);
    const startMs = time.ms;
    const found: string[] = [];
    for (let behind = true; behind; ) {
      const scan = await chain.scan(cursor, watchOf({ nowMs: time.ms }));
      found.push(...scan.transfers.map(({ tx }) => tx));
      ({ cursor, behind } = scan);
    }
    expect(found).toEqual(sent.map(({ txid }) => txid));
    expect(pool.state()).toMatchObject([{ state: 'slowed', reason: 'limits the rate of calls (HTTP 429)' }]);
    // Two calls per block and a few more, each of them twice at worst, at no less than five calls a second.
    expect((time.ms - startMs) / 1_000).toBeLessThan(60);
  });
});
