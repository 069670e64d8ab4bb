import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeChain } from '../../../test/memory/fake-chain.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { parseFiatValue } from '../../domain/money/exchange-rate.ts';
import type { PendingTransfer, Scan, Watch } from '../../ports/chain.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { EndpointFailure } from './call-endpoint.ts';
import { createRpc } from './create-rpc.ts';
import type { NodeReader } from './node-reader.ts';
import { RpcError } from './rpc.ts';
import { withAgreement } from './with-agreement.ts';

/** The blocks of one node: those of the honest chain up to its tip, unless it has others. */
interface TestNode {
  tip: number;
  others: Map<number, string>;
  isAway: boolean;
  /** Each call, such as "hash 98". */
  calls: string[];
}

const TIP = 100;
const NODES = ['a', 'b', 'c'] as const;
const random = { bytes: (count: number) => new Uint8Array(count).fill(127) };

let nowMs = 0;
const clock = { nowMs: () => nowMs };

beforeEach(() => {
  nowMs = 1_000_000;
});

const reader: NodeReader = {
  readBlockHash: async (call, height) => String(await call('hash', [height])),
  readTipHeight: async (call) => Number(await call('tip')),
};

const waiting = (blockHeight: number): PendingTransfer => ({
  tx: `tx at ${blockHeight}`,
  spends: [],
  blockHeight,
  awaits: { requirement: { blocks: 3, agreed: true }, blockTimeMs: undefined },
});

const watchOf = (pending: PendingTransfer[]): Watch =>
  sampleWatch(nowMs, { pending, needsAgreement: pending.length > 0 });

function answerAs({ tip, others }: TestNode, method: string, height: number): unknown {
  if (method === 'tip') return tip;
  if (height > tip) throw new RpcError(-8, 'Block height out of range');
  return others.get(height) ?? `block ${height}`;
}

/** A network with so many nodes, on which payments wait for agreement. */
function setUp({
  nodes: count = 3,
  needed = 2,
  ...more
}: { nodes?: number; needed?: number } & Partial<NodeReader> = {}) {
  const names = NODES.slice(0, count);
  const nodes = new Map<string, TestNode>(
    names.map((name) => [name, { tip: TIP, others: new Map(), isAway: false, calls: [] }]),
  );
  const node = (name: (typeof NODES)[number]) => nodes.get(name) ?? expect.fail(`no node ${name}`);
  const rpc = createRpc({
    urls: names.map((name) => `http://${name}/`),
    clock,
    random,
    async send({ name }, { method, params }) {
      const asked = nodes.get(name) ?? expect.fail();
      asked.calls.push([method, ...params].join(' '));
      if (asked.isAway) throw new EndpointFailure('could not be reached');
      return answerAs(asked, method, Number(params[0]));
    },
  });
  const fake = createFakeChain('bitcoin');
  const read = {
    ...fake,
    async scan(cursor: string | undefined, watch: Watch): Promise<Scan> {
      await rpc.call('scan', [0]);
      return { ...(await fake.scan(cursor, watch)), tipHeight: TIP };
    },
    probe: async () => ({ height: Number(await rpc.call('tip')), timeMs: nowMs }),
  };
  const agreement = { agreementNodes: needed, agreementWorth: parseFiatValue('1000') };
  const chain = withAgreement(read, { ...reader, ...more }, { rpc, clock, ...agreement });
  /** The agreed height after the next poll. */
  const poll = async (...pending: PendingTransfer[]) => {
    nowMs += 1_000;
    return (await chain.scan(undefined, watchOf(pending))).agreedHeight;
  };
  return {
    chain,
    node,
    rpc,
    fake,
    poll,
    inUse: () => rpc.nodes.find(({ inUse }) => inUse)?.name,
    states: () => rpc.state().map(({ name, state }) => `${name} ${state}`),
    asked: () => [...nodes].map(([name, { calls }]) => `${name}: ${calls.splice(0).join(', ')}`),
  };
}

describe('agreement of nodes', () => {
  it('reaches to the highest block of a payment that waits for nothing else, and asks each node once', async () => {
    const { poll, asked, states } = setUp();
    expect(await poll(waiting(97), waiting(98), waiting(99))).toBe(98);
    expect(asked()).toEqual(['a: scan 0, hash 98', 'b: hash 98', 'c: hash 98']);
    expect(states()).toEqual(['a ok', 'b ok', 'c ok']);
  });

  it('is not asked for while nothing waits for it', async () => {
    const { poll, asked } = setUp();
    expect(await poll()).toBeUndefined();
    expect(await poll(waiting(99), { ...waiting(98), blockHeight: undefined })).toBeUndefined();
    expect(asked()).toEqual(['a: scan 0, scan 0', 'b: ', 'c: ']);
  });

  it('is asked for once in a poll, however many databases there are', async () => {
    const { chain, poll, asked } = setUp();
    await poll(waiting(98));
    expect((await chain.scan(undefined, watchOf([waiting(98)]))).agreedHeight).toBe(98);
    expect(asked()).toEqual(['a: scan 0, hash 98, scan 0', 'b: hash 98', 'c: hash 98']);
    await poll(waiting(98));
    expect(asked()[1]).toBe('b: hash 98');
  });

  it('needs as many nodes as there are, if there are fewer than it wants', async () => {
    expect(await setUp({ nodes: 2, needed: 3 }).poll(waiting(98))).toBe(98);
    const { poll, node } = setUp({ needed: 3 });
    node('c').isAway = true;
    expect(await poll(waiting(98))).toBeUndefined();
  });

  it('asks nobody if there is a single node', async () => {
    const { chain, poll, asked } = setUp({ nodes: 1 });
    expect(await poll(waiting(98))).toBe(TIP);
    await chain.probe();
    expect(asked()).toEqual(['a: scan 0, tip']);
    expect(chain.agreementWorth).toBeUndefined();
    expect(setUp({ nodes: 2 }).chain.agreementWorth).toBe(parseFiatValue('1000'));
  });

  it('is not reached by two nodes that contradict each other, and none of them is avoided', async () => {
    const { poll, node, states, inUse, rpc } = setUp({ nodes: 2 });
    node('b').others.set(98, 'another block');
    expect(await poll(waiting(98))).toBeUndefined();
    expect(states()).toEqual(['a disagrees', 'b disagrees']);
    expect(rpc.state()[0]?.reason).toBe('has another block at height 98 than b');
    await poll(waiting(98));
    expect(inUse()).toBe('a');
    node('b').others.clear();
    expect(await poll(waiting(98))).toBe(98);
    expect(states()).toEqual(['a ok', 'b ok']);
  });

  it('holds for lower blocks also while a higher one is contested', async () => {
    const { poll, node } = setUp({ nodes: 2 });
    node('b').others.set(98, 'another block');
    expect(await poll(waiting(90), waiting(95), waiting(98))).toBe(90);
  });

  it('is about the block that was read, whatever the node in use says now', async () => {
    const { poll } = setUp({ hashInCursor: () => 'ock 98 of a lie' });
    expect(await poll(waiting(98))).toBeUndefined();
    const honest = setUp({ hashInCursor: (_, height) => `ock ${height}` });
    expect(await honest.poll(waiting(98))).toBe(98);
  });

  it('does not reach a block that is rolled back', async () => {
    const { poll, fake } = setUp();
    fake.report({ rolledBackTo: 97 });
    expect(await poll(waiting(98))).toBeUndefined();
    fake.report({ rolledBackTo: 97 });
    expect(await poll(waiting(97), waiting(98))).toBe(97);
  });
});

describe('a node that lies alone', () => {
  it('is avoided at once if it is in use, and reading goes on at another one', async () => {
    const { poll, node, states, inUse } = setUp();
    node('a').others.set(98, 'a lie');
    expect(await poll(waiting(98))).toBeUndefined();
    expect(states()).toEqual(['a disagrees', 'b ok', 'c ok']);
    expect(await poll(waiting(98))).toBe(98);
    expect(inUse()).toBe('b');
  });

  it('is undone where the cursor knows no blocks: its payments are in no block, and what it said last is read again', async () => {
    const { chain, node, fake } = setUp();
    node('a').others.set(95, 'a lie').set(98, 'a lie');
    fake.report({
      transfers: [sampleTransfer('fake', '1 BTC', { address: 'a', reference: undefined }, { firstSeenAtMs: 0 })],
    });
    const scan = await chain.scan('7', watchOf([waiting(95), waiting(98)]));
    expect(scan).toMatchObject({ rolledBackTo: 94, transfers: [], cursor: '7', behind: true });
    expect(scan.agreedHeight).toBeUndefined();
    const known = setUp({ hashInCursor: () => 'a lie' });
    known.node('a').others.set(98, 'a lie');
    expect((await known.chain.scan('7', watchOf([waiting(98)]))).rolledBackTo, 'parent hashes do it').toBeUndefined();
  });

  it('is not used when the others fail', async () => {
    const { poll, node, states } = setUp();
    node('b').others.set(98, 'a lie');
    expect(await poll(waiting(98))).toBe(98);
    expect(states()).toEqual(['a ok', 'b disagrees', 'c ok']);
    node('a').isAway = true;
    node('c').isAway = true;
    await expect(poll()).rejects.toThrow(/a could not be reached; c could not be reached/);
    await expect(poll(waiting(98))).rejects.toThrow('No node responds');
    expect(node('b').calls).not.toContain('scan 0');
    node('c').isAway = false;
    nowMs += 60_000;
    expect(await poll(waiting(98)), 'c alone is not enough').toBeUndefined();
    expect(states()).toEqual(['a failing', 'b disagrees', 'c ok']);
  });

  it('is used again once it has the same block', async () => {
    const { chain, poll, node, states, inUse } = setUp();
    node('a').others.set(98, 'a lie');
    await poll(waiting(98));
    await poll();
    nowMs += 60_000;
    await chain.probe();
    expect(states()[0]).toBe('a disagrees');
    node('a').others.clear();
    nowMs += 60_000;
    await chain.probe();
    await poll();
    expect([states()[0], inUse()]).toEqual(['a ok', 'a']);
  });
});

describe('a node that lags', () => {
  it('is avoided while another one keeps up, and used again when it has caught up', async () => {
    const { chain, node, states, inUse, rpc } = setUp({ nodes: 2 });
    node('a').tip = TIP - 2;
    expect((await chain.probe()).height).toBe(TIP - 2);
    node('a').tip = TIP - 3;
    nowMs += 60_000;
    expect((await chain.probe()).height).toBe(TIP);
    expect([inUse(), ...states()]).toEqual(['b', 'a lagging', 'b ok']);
    expect(rpc.state()[0]?.reason).toBe(`is at block ${TIP - 3}, others are at block ${TIP}`);
    node('a').tip = TIP;
    nowMs += 60_000;
    await chain.probe();
    expect([inUse(), ...states()]).toEqual(['a', 'a ok', 'b ok']);
  });

  it('is used all the same if the others fail', async () => {
    const { chain, node, poll } = setUp({ nodes: 2 });
    node('a').tip = 1;
    await chain.probe();
    node('b').isAway = true;
    await expect(poll()).resolves.toBeUndefined();
    expect(node('a').calls).toContain('scan 0');
  });

  it('has no vote about a block that it lacks', async () => {
    const { poll, node } = setUp({ nodes: 2 });
    node('b').tip = 97;
    expect(await poll(waiting(98))).toBeUndefined();
    expect(await poll(waiting(97), waiting(98))).toBe(97);
  });

  it('is not what one node says of two others', async () => {
    const { chain, node, states } = setUp();
    node('c').tip = 1_000_000;
    await chain.probe();
    expect(states()).toEqual(['a ok', 'b ok', 'c ok']);
  });

  it('is looked for once a minute', async () => {
    const { chain, asked } = setUp({ nodes: 2 });
    for (let probes = 0; probes < 4; probes += 1) {
      await chain.probe();
      nowMs += 15_000;
    }
    expect(asked()[1]).toBe('b: tip');
    await chain.probe();
    expect(asked()[1]).toBe('b: tip');
  });
});
