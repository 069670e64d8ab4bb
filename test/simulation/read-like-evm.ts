import type { AssetOnNetwork } from '../../src/domain/money/asset.ts';
import { fromUnits } from '../../src/domain/money/decimal.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { ChainTip } from '../../src/domain/payments/finality-requirement.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { ChainAdapter, PendingTransfer, Scan, Watch } from '../../src/ports/chain.ts';
import type { Prng } from '../memory/prng.ts';
import type { Block, ChainView, Output, Tx } from './blockchain.ts';
import { continueTrail, findResumePoint, startTrail, type Trail } from './walk-trail.ts';

/** The number of blocks after which the chain calls a block safe or finalized. */
export const EVM_TAGS = { safe: 4, finalized: 8 };
/** The index of the coin that a transaction itself sends. */
export const COIN_INDEX = 1_000_000;
const RANGE_BLOCKS_MAX = 6;
/** Blocks count time in whole seconds. */
const SECOND_MS = 1_000;

export const EVM_NETWORKS = ['ethereum-sepolia', 'base-sepolia'] as const;
export type EvmNetwork = (typeof EVM_NETWORKS)[number];

/** Like Tether on BNB Smart Chain, a token may have other decimals on another network. */
const EVM_ASSETS: Record<EvmNetwork, readonly AssetOnNetwork[]> = {
  'ethereum-sepolia': assetsOn('ethereum-sepolia', 6),
  'base-sepolia': assetsOn('base-sepolia', 18),
};

function assetsOn(network: EvmNetwork, tetherDecimals: number): readonly AssetOnNetwork[] {
  return [
    { code: 'ETH', network, token: undefined, decimals: 18 },
    { code: 'USDC', network, token: 'usdc-contract', decimals: 6 },
    { code: 'USDT', network, token: 'usdt-contract', decimals: tetherDecimals },
  ];
}

/** The node that answers one call. The next call may be answered by another one. */
export interface EvmNode {
  view: ChainView;
  /** It refuses logs of more blocks than this. */
  rangeMax: number;
  /** Whether it knows which blocks are safe and finalized. */
  knowsTags: boolean;
}

/** What adapters get wrong. A planted bug replaces one of these. */
export interface EvmReading {
  /** The position of a transfer in its transaction, and the number of logs before that transaction in its block. */
  indexOf: (output: Output, logsBefore: number) => number;
  nameOf: (tx: Tx, block: Block) => string;
  hasFailed: (failed: boolean) => boolean;
  /** Whether a node has the last of the blocks that another one has listed. Then it has all of them. */
  hasBlock: (view: ChainView, block: Block) => boolean;
  /** Of the listed blocks, those that are done after the node has answered for the first few of them. */
  blocksDone: (listed: readonly Block[], answered: readonly Block[]) => readonly Block[];
  tipOf: (tip: Block, tags: Pick<ChainTip, 'safeHeight' | 'finalizedHeight'>, nowMs: number) => ChainTip;
}

export const CORRECT_READING: EvmReading = {
  indexOf: ({ index }) => index,
  nameOf: ({ id }) => id,
  hasFailed: (failed) => failed,
  hasBlock: ({ blocks }, { height, hash }) => blocks[height - (blocks[0]?.height ?? 0)]?.hash === hash,
  blocksDone: (_listed, answered) => answered,
  tipOf: ({ height, timeMs }, tags) => ({ tipHeight: height, tipTimeMs: timeMs, ...tags }),
};

interface Cursor extends Trail {
  /** How many blocks to ask for. */
  range: number;
}

/** Reads logs and coin from ranges of blocks, with shared or derived addresses, like the EVM adapter. */
export function readLikeEvm(network: EvmNetwork, ask: () => EvmNode, prng: Prng, reading: EvmReading): ChainAdapter {
  return {
    network: NETWORKS[network],
    assets: EVM_ASSETS[network],
    walletKinds: ['address', 'extended_key'],
    readWallet: ({ text }) => ({ kind: 'address', text }),
    targetAt: ({ kind, text }, index) =>
      kind === 'extended_key'
        ? { address: `${text}/${index}`, reference: undefined, matchedBy: 'address' }
        : {
            address: text,
            reference: `nonce-${Buffer.from(prng.bytes(8)).toString('hex')}`,
            matchedBy: 'amount',
          },
    paymentUri: ({ target }) => target.address,
    takesReference: (asset) => asset === 'USDC',
    scan: (cursor, watch) => scan(ask, reading, cursor, watch),
    earlierCursor() {
      throw new Error('The simulated merchants do not move.');
    },
    async probe() {
      throw new Error('The simulated workers only scan.');
    },
    lookUp: async () => [],
  };
}

async function scan(ask: () => EvmNode, reading: EvmReading, text: string | undefined, watch: Watch): Promise<Scan> {
  const { view, knowsTags } = ask();
  // After the blocks, so that no block contains a payment to an address that was not known yet.
  const recipients = new Set(await watch.addresses());
  const { blocks } = view;
  const first = blocks[0]?.height ?? 0;
  const tip = blocks.at(-1) as Block;
  const previous = text === undefined ? startAt(blocks, watch.sinceMs) : (JSON.parse(text) as Cursor);
  const resumePoint = findResumePoint(blocks, previous);
  const start = resumePoint.height + 1 - first;
  const { read, done, isRefused } = readRange(ask, reading, blocks.slice(start, start + previous.range));
  const trail = continueTrail(resumePoint, done);
  const last = blocks[trail.height - first] as Block;
  const atTip = last === tip;
  const readsCoin = (blocks[resumePoint.height - first] as Block).timeMs < (watch.coinUntilMs ?? 0);
  const rolledBackTo = resumePoint.height < previous.height ? resumePoint.height : undefined;
  const lost = atTip ? lookUpLost(view, reading, watch.pending, rolledBackTo) : [];
  return {
    ...reading.tipOf(tip, knowsTags ? tagsOf(tip) : {}, watch.nowMs),
    rolledBackTo,
    transfers: [
      ...read.flatMap((block) => transfersIn(block, reading, readsCoin)),
      ...lost.flatMap(({ found }) => found),
    ].filter(({ address }) => recipients.has(address)),
    replaced: lost.filter(({ failed }) => failed).map(({ tx }) => tx),
    missing: lost.filter(({ isKnown }) => !isKnown).map(({ tx }) => tx),
    cursor: JSON.stringify({ ...trail, range: nextRange(isRefused ? done.length : previous.range) } satisfies Cursor),
    scannedUntilMs: Math.min(last.timeMs, watch.nowMs),
    behind: !atTip,
    skippedCoin: done.length > 0 && !readsCoin,
  };
}

const startAt = (blocks: readonly Block[], sinceMs: number): Cursor => ({
  ...startTrail(blocks, sinceMs - SECOND_MS),
  range: RANGE_BLOCKS_MAX,
});

const nextRange = (range: number) => Math.min(range + 1, RANGE_BLOCKS_MAX);

const tagsOf = ({ height }: Block) => ({
  safeHeight: height - EVM_TAGS.safe,
  finalizedHeight: height - EVM_TAGS.finalized,
});

interface Answer {
  /** The blocks as the node shows them. */
  read: readonly Block[];
  /** The listed blocks that need not be read again. */
  done: readonly Block[];
  isRefused: boolean;
}

/** Asks for half as many blocks each time the node rejects a range. */
function readRange(ask: () => EvmNode, { hasBlock, blocksDone }: EvmReading, listed: readonly Block[]): Answer {
  for (let range = listed.length; range > 0; range = Math.floor(range / 2)) {
    const { view, rangeMax } = ask();
    if (range > rangeMax) continue;
    const answered = listed.slice(0, range);
    if (!hasBlock(view, answered.at(-1) as Block)) {
      throw new ChainError('distrusted', 'The node’s logs are not from the chain of its headers.');
    }
    const first = view.blocks[0]?.height ?? 0;
    return {
      read: answered.flatMap(({ height }) => view.blocks[height - first] ?? []),
      done: blocksDone(listed, answered),
      isRefused: range < listed.length,
    };
  }
  return { read: [], done: [], isRefused: listed.length > 0 };
}

/** What a node shows of a transaction: its logs are gone if it failed, but the coin that it would have sent is not. */
export const shownOutputs = ({ outputs }: Tx, failed: boolean): readonly Output[] =>
  failed ? outputs.filter(({ token }) => token === undefined) : outputs;

function transfersIn(block: Block, reading: EvmReading, withCoin: boolean): Transfer[] {
  let logs = 0;
  return block.txs.flatMap(({ tx, failed }) => {
    const logsBefore = logs;
    const shown = shownOutputs(tx, failed).filter(({ token }) => withCoin || token !== undefined);
    logs += shown.filter(({ token }) => token !== undefined).length;
    return shown.map((output) => transferOf(tx, output, block, failed, logsBefore, reading));
  });
}

function transferOf(
  tx: Tx,
  output: Output,
  block: Block,
  failed: boolean,
  logsBefore: number,
  { indexOf, nameOf, hasFailed }: EvmReading,
): Transfer {
  const { address, keys, asset, token, units, decimals } = output;
  return {
    tx: nameOf(tx, block),
    index: indexOf(output, logsBefore),
    keys: [...new Set([address, ...keys])],
    address,
    asset,
    token,
    amount: fromUnits(units, decimals),
    blockHeight: block.height,
    blockTimeMs: block.timeMs,
    firstSeenAtMs: block.timeMs,
    failed: hasFailed(failed),
    spends: [],
  };
}

interface Lost {
  tx: string;
  isKnown: boolean;
  failed: boolean;
  found: Transfer[];
}

/** Looks up payments that are in no block: the coin may have come back in a block in which nobody expected it anymore. */
function lookUpLost(
  { blocks, pool }: ChainView,
  reading: EvmReading,
  pending: readonly PendingTransfer[],
  rolledBackTo = Number.POSITIVE_INFINITY,
): Lost[] {
  return pending
    .filter(({ blockHeight }) => blockHeight === undefined || blockHeight > rolledBackTo)
    .map(({ tx }) => {
      const block = blocks.find(({ txs }) => txs.some((one) => one.tx.id === tx));
      const mined = block?.txs.find((one) => one.tx.id === tx);
      const found = block ? transfersIn(block, reading, true).filter((one) => one.tx === tx) : [];
      return { tx, isKnown: block !== undefined || pool.has(tx), failed: mined?.failed === true, found };
    });
}
