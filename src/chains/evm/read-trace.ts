import type { Hex } from 'viem';
import type { EvmNode } from './create-node.ts';
import type { Block, Transaction } from './read-block.ts';
import { asAddress, asHash, asList, asQuantity, asRecord, distrustedError } from './read-response.ts';
import { COIN_INDEX, type Movement } from './read-transfers.ts';
import { isSystemAddress } from './well-known.ts';

/** One call inside a transaction. */
interface Call {
  from: Hex;
  to: Hex | undefined;
  value: bigint;
  /** Whether the call moves its value. */
  moves: boolean;
  failed: boolean;
  /** How many calls it is inside of. */
  depth: number;
}

/** A way to see what contracts do with the coin. Nodes offer one of them, both or none. */
export interface Tracing {
  name: string;
  traceBlock(node: EvmNode, block: Block): Promise<Movement[] | undefined>;
  traceTransaction(node: EvmNode, tx: Hex): Promise<Movement[] | undefined>;
}

const CALL_TRACER = { tracer: 'callTracer' };

const GETH: Tracing = {
  name: 'debug_trace',
  async traceBlock(node, { hash, transactions }) {
    const response = await node.trace('debug_traceBlockByHash', [hash, CALL_TRACER]);
    if (response === undefined) return undefined;
    const traces = asList(response, 'list of traces').map((trace) => asRecord(trace, 'trace'));
    const traced = traces.length === transactions.length ? transactions : transactions.filter(isNotSystem);
    if (traces.length !== traced.length) throw distrustedError(`The node’s traces of block ${hash} are not whole.`);
    // Tracing one transaction can take longer than the node allows, and then it says so instead.
    if (traces.some(({ result }) => result === undefined || result === null)) return undefined;
    return traces.flatMap(({ result }, position) => movementsOf(traced[position]?.tx as Hex, readFrame(result)));
  },
  async traceTransaction(node, tx) {
    const response = await node.trace('debug_traceTransaction', [tx, CALL_TRACER]);
    return response === undefined ? undefined : movementsOf(tx, readFrame(response));
  },
};

const PARITY: Tracing = {
  name: 'trace',
  async traceBlock(node, { height, hash }) {
    const response = await node.trace('trace_block', [`0x${height.toString(16)}`]);
    if (response === undefined) return undefined;
    const traces = asList(response, 'list of traces').map((trace) => asRecord(trace, 'trace'));
    if (traces.some((trace) => trace['blockHash'] !== hash)) return undefined;
    return readTraces(traces);
  },
  async traceTransaction(node, tx) {
    const response = await node.trace('trace_transaction', [tx]);
    return response === undefined
      ? undefined
      : readTraces(asList(response, 'list of traces').map((trace) => asRecord(trace, 'trace')));
  },
};

/** Polygon lists a transaction of the network itself at the end of some blocks, and does not trace it. */
const isNotSystem = ({ from, to }: Transaction): boolean =>
  !(isSystemAddress(from) && to !== undefined && isSystemAddress(to));

export const TRACINGS: readonly Tracing[] = [GETH, PARITY];

/** Calls that carry a value and leave it where it is: the code of another contract, run by the caller itself. */
const MOVES_NOTHING = new Set(['DELEGATECALL', 'STATICCALL', 'CALLCODE']);

/** A call of geth's callTracer and the calls inside it, depth first. */
function readFrame(value: unknown, depth = 0, found: Call[] = []): Call[] {
  const frame = asRecord(value, 'trace');
  const { calls = [] } = frame;
  found.push({
    from: asAddress(frame['from'], 'caller'),
    to: frame['to'] === undefined || frame['to'] === null ? undefined : asAddress(frame['to'], 'called address'),
    value: frame['value'] === undefined || frame['value'] === null ? 0n : asQuantity(frame['value'], 'value of a call'),
    moves: !MOVES_NOTHING.has(String(frame['type'])),
    failed: hasError(frame),
    depth,
  });
  for (const inner of asList(calls, 'list of calls')) readFrame(inner, depth + 1, found);
  return found;
}

const hasError = ({ error }: Record<string, unknown>): boolean => error !== undefined && error !== null;

/** The traces of OpenEthereum, Erigon, Nethermind and Reth are a flat list, in order. */
function readTraces(traces: readonly Record<string, unknown>[]): Movement[] {
  // Rewards belong to no transaction.
  const ofTransactions = traces.filter(
    ({ transactionHash }) => transactionHash !== null && transactionHash !== undefined,
  );
  const byTx = Map.groupBy(ofTransactions, ({ transactionHash }) =>
    asHash(transactionHash, 'transaction hash of a trace'),
  );
  return [...byTx].flatMap(([tx, calls]) => movementsOf(tx, calls.map(readTrace)));
}

function readTrace(trace: Record<string, unknown>): Call {
  const action = asRecord(trace['action'], 'trace');
  const isEnd = trace['type'] === 'suicide';
  const from = action['from'] ?? action['address'];
  const to = isEnd ? action['refundAddress'] : (action['to'] ?? created(trace));
  const value = isEnd ? action['balance'] : action['value'];
  return {
    from: asAddress(from, 'caller'),
    to: to === undefined ? undefined : asAddress(to, 'called address'),
    value: value === undefined ? 0n : asQuantity(value, 'value of a call'),
    moves: trace['type'] !== 'call' || action['callType'] === 'call',
    failed: hasError(trace),
    depth: asList(trace['traceAddress'], 'position of a trace').length,
  };
}

const created = ({ result }: Record<string, unknown>): unknown =>
  typeof result === 'object' && result !== null ? (result as Record<string, unknown>)['address'] : undefined;

/**
 * The transaction itself is the call at position 0, which the block shows already. A failed call undoes all inside it: what
 * follows it at a greater depth. Anyone can make thousands of calls hundreds deep, so nothing else is kept of each. A call
 * that has no position can fail, too, and undo what contracts did in it.
 */
function movementsOf(tx: Hex, calls: readonly Call[]): Movement[] {
  let failedDepth = Number.POSITIVE_INFINITY;
  let position = -1;
  return calls.flatMap((call) => {
    const { from, to, value, moves, failed, depth } = call;
    if (depth <= failedDepth) failedDepth = failed ? depth : Number.POSITIVE_INFINITY;
    if (isEmptySystemCall(call)) return [];
    position += 1;
    const isUndone = depth >= failedDepth;
    return position === 0 || to === undefined || from === to || value === 0n || !moves || isUndone
      ? []
      : [{ tx, index: COIN_INDEX + position, contract: undefined, from, to, units: value, failed: false }];
  });
}

/** Some nodes list calls of precompiled contracts and others do not, so they must not shift the positions. */
const isEmptySystemCall = ({ to, value, depth }: Call): boolean =>
  depth > 0 && value === 0n && to !== undefined && isSystemAddress(to);
