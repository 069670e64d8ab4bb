import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { RpcError } from '../rpc/rpc.ts';
import { createNode } from './create-node.ts';
import { createTracer } from './create-tracer.ts';
import type { Block } from './read-block.ts';

const TX: Hex = `0x${'11'.repeat(32)}`;
const HASH: Hex = `0x${'22'.repeat(32)}`;
const [PAYER, ROUTER, SHOP, OTHER] = ['a', 'b', 'c', 'd'].map((digit): Hex => `0x${digit.repeat(40)}`) as [
  Hex,
  Hex,
  Hex,
  Hex,
];
const block: Block = {
  height: 7,
  hash: HASH,
  parentHash: HASH,
  timeMs: 0,
  transactions: [{ tx: TX, from: PAYER, to: ROUTER, value: 9n, nonce: 0n, input: '' }],
};

/** The same calls as both kinds of nodes show them. The first one lists a precompiled contract. */
const FRAME = {
  type: 'CALL',
  from: PAYER,
  to: ROUTER,
  value: '0x9',
  calls: [
    { type: 'STATICCALL', from: ROUTER, to: '0x0000000000000000000000000000000000000002' },
    {
      type: 'DELEGATECALL',
      from: ROUTER,
      to: OTHER,
      value: '0x9',
      calls: [{ type: 'CALL', from: ROUTER, to: SHOP, value: '0x4' }],
    },
    {
      type: 'CALL',
      from: ROUTER,
      to: OTHER,
      value: '0x3',
      error: 'reverted',
      calls: [{ type: 'CALL', from: OTHER, to: SHOP, value: '0x3' }],
    },
    { type: 'CREATE', from: ROUTER, to: OTHER, value: '0x2' },
    { type: 'SELFDESTRUCT', from: OTHER, to: SHOP, value: '0x2' },
  ],
};
const trace = (type: string, traceAddress: number[], action: object, more: object = {}) => ({
  type,
  traceAddress,
  action,
  transactionHash: TX,
  blockHash: HASH,
  ...more,
});
const call = (from: Hex, to: Hex, value: string, callType = 'call') => ({ from, to, value, callType });
const FLAT = [
  trace('call', [], call(PAYER, ROUTER, '0x9')),
  trace('call', [0], call(ROUTER, OTHER, '0x9', 'delegatecall')),
  trace('call', [0, 0], call(ROUTER, SHOP, '0x4')),
  trace('call', [1], call(ROUTER, OTHER, '0x3'), { error: 'Reverted' }),
  trace('call', [1, 0], call(OTHER, SHOP, '0x3')),
  trace('create', [2], { from: ROUTER, value: '0x2' }, { result: { address: OTHER } }),
  trace('suicide', [3], { address: OTHER, refundAddress: SHOP, balance: '0x2' }),
  { type: 'reward', traceAddress: [], action: {}, transactionHash: null, blockHash: HASH },
];

function tracerOf(responses: Record<string, unknown>) {
  const asked: string[] = [];
  const rpc = {
    connection: 0,
    call: async (method: string): Promise<unknown> => {
      asked.push(method);
      if (method in responses) return responses[method];
      throw new RpcError(-32_601, 'Method not found');
    },
  };
  return { asked, rpc, tracer: createTracer(createNode(rpc), rpc) };
}

const expected = [
  { tx: TX, index: 1_000_002, from: ROUTER, to: SHOP, units: 4n },
  { tx: TX, index: 1_000_005, from: ROUTER, to: OTHER, units: 2n },
  { tx: TX, index: 1_000_006, from: OTHER, to: SHOP, units: 2n },
];

it.each([
  ['debug_trace', { debug_traceBlockByHash: [{ txHash: TX, result: FRAME }], debug_traceTransaction: FRAME }],
  ['trace', { trace_block: FLAT, trace_transaction: FLAT }],
])('%s shows what contracts did with the coin, at the same positions', async (_, responses) => {
  expect(await tracerOf(responses).tracer.traceBlock(block)).toMatchObject(expected);
  expect(await tracerOf(responses).tracer.traceTransaction(TX)).toMatchObject(expected);
});

it('is tried once per connection, and again much later', async () => {
  const { asked, rpc, tracer } = tracerOf({});
  for (let count = 0; count < 100; count += 1) expect(await tracer.traceBlock(block)).toBeUndefined();
  expect(asked).toEqual(['debug_traceBlockByHash', 'trace_block']);
  rpc.connection = 1;
  await tracer.traceBlock(block);
  expect(asked).toHaveLength(4);
  for (let count = 0; count < 250; count += 1) await tracer.traceBlock(block);
  expect(asked).toHaveLength(6);
});

it('is given up for a while if the node does not respond to it', async () => {
  const { asked, rpc, tracer } = tracerOf({ debug_traceBlockByHash: [{ txHash: TX, result: FRAME }] });
  expect(await tracer.traceBlock(block)).toMatchObject(expected);
  const { call: answer } = rpc;
  rpc.call = async (method) => {
    asked.push(method);
    throw new ChainError('away', 'No node responds.');
  };
  expect(await tracer.traceBlock(block)).toBeUndefined();
  rpc.connection = 1;
  rpc.call = answer;
  for (let count = 0; count < 200; count += 1) expect(await tracer.traceBlock(block)).toBeUndefined();
  expect(asked).toHaveLength(2);
  expect(await tracer.traceBlock(block)).toMatchObject(expected);
});

it('leaves out what a network does itself at the end of a block', async () => {
  const zero: Hex = `0x${'0'.repeat(40)}`;
  const system = { tx: HASH, from: zero, to: zero, value: 0n, nonce: 0n, input: '' };
  const { tracer } = tracerOf({ debug_traceBlockByHash: [{ txHash: TX, result: FRAME }] });
  const polygon = { ...block, transactions: [...block.transactions, system] };
  expect(await tracer.traceBlock(polygon)).toMatchObject(expected);
});

it('is missing if the node could not trace one of the transactions', async () => {
  const { tracer } = tracerOf({ debug_traceBlockByHash: [{ txHash: TX, error: 'execution timeout' }] });
  expect(await tracer.traceBlock(block)).toBeUndefined();
});

it('knows a call without an error from one that failed', async () => {
  const fine = FLAT.map((one) => ('error' in one ? one : Object.assign({}, one, { error: null })));
  expect(await tracerOf({ trace_block: fine }).tracer.traceBlock(block)).toMatchObject(expected);
});

it('is distrusted if it does not cover the block, and ignored if it is of another block', async () => {
  const { tracer } = tracerOf({ debug_traceBlockByHash: [] });
  await expect(tracer.traceBlock(block)).rejects.toMatchObject({ kind: 'distrusted' });
  const other = FLAT.map((one) => Object.assign({}, one, { blockHash: TX }));
  expect(await tracerOf({ trace_block: other }).tracer.traceBlock(block)).toBeUndefined();
});

const callOf = (value: string, ...calls: object[]) => ({ type: 'CALL', from: ROUTER, to: SHOP, value, calls });

it('leaves out all that is inside of a failed call, and nothing after it', async () => {
  const failed = { ...callOf('0x2', callOf('0x3', callOf('0x4')), callOf('0x5')), error: 'reverted' };
  const calls = [callOf('0x1', failed, callOf('0x6', callOf('0x7'))), failed, callOf('0x8')];
  const { tracer } = tracerOf({ debug_traceTransaction: { ...FRAME, calls } });
  const found = await tracer.traceTransaction(TX);
  expect(found?.map(({ index, units }) => [index, units])).toEqual([
    [1_000_001, 1n],
    [1_000_006, 6n],
    [1_000_007, 7n],
    [1_000_012, 8n],
  ]);
});

it.each([
  ['a contract of the OP stack that anyone can make call others', '0x4200000000000000000000000000000000000021'],
  ['a contract of BNB', '0x0000000000000000000000000000000000002002'],
])('leaves out what is inside of a failed call of %s', async (_, system) => {
  const attested = { type: 'CALL', from: system, to: OTHER, value: '0x0', calls: [callOf('0x2')] };
  const failed = { type: 'CALL', from: ROUTER, to: system, value: '0x0', error: 'reverted', calls: [attested] };
  const { tracer: geth } = tracerOf({ debug_traceTransaction: { ...FRAME, calls: [failed, callOf('0x1')] } });
  expect(await geth.traceTransaction(TX)).toMatchObject([{ index: 1_000_003, units: 1n }]);
  const flat = [
    trace('call', [], call(PAYER, ROUTER, '0x9')),
    trace('call', [0], call(ROUTER, system as Hex, '0x0'), { error: 'Reverted' }),
    trace('call', [0, 0], call(system as Hex, OTHER, '0x0')),
    trace('call', [0, 0, 0], call(ROUTER, SHOP, '0x2')),
    trace('call', [1], call(ROUTER, SHOP, '0x1')),
  ];
  const { tracer: parity } = tracerOf({ trace_transaction: flat });
  expect(await parity.traceTransaction(TX)).toMatchObject([{ index: 1_000_003, units: 1n }]);
});

it('reads calls that are as deep as they can be', async () => {
  let frame: object = { type: 'CALL', from: ROUTER, to: SHOP, value: '0x1' };
  for (let depth = 1; depth < 1_024; depth += 1)
    frame = { type: 'CALL', from: ROUTER, to: OTHER, value: '0x0', calls: [frame] };
  const { tracer } = tracerOf({ debug_traceTransaction: { ...FRAME, calls: Array.from({ length: 50 }, () => frame) } });
  expect(await tracer.traceTransaction(TX)).toHaveLength(50);
});

it('reads a transaction with many failed calls beside many that moved something', async () => {
  const many = 10_000;
  const failed = { type: 'CALL', from: ROUTER, to: OTHER, value: '0x0', error: 'reverted' };
  const moved = { type: 'CALL', from: ROUTER, to: SHOP, value: '0x1' };
  const calls = [...Array.from({ length: many }, () => failed), ...Array.from({ length: many }, () => moved)];
  const { tracer: geth } = tracerOf({ debug_traceTransaction: { ...FRAME, calls } });
  expect(await geth.traceTransaction(TX)).toHaveLength(many);
  const flat = [
    trace('call', [], call(PAYER, ROUTER, '0x9')),
    ...calls.map(({ to, value, ...more }, at) =>
      trace('call', [at], call(ROUTER, to, value), 'error' in more ? { error: 'reverted' } : {}),
    ),
  ];
  const { tracer: parity } = tracerOf({ trace_transaction: flat });
  expect(await parity.traceTransaction(TX)).toHaveLength(many);
});
