import { ChainError } from '../../domain/networks/chain-error.ts';
import type { BlockSource, Header } from '../bitcoin/block-source.ts';
import { createBlockCache } from '../bitcoin/create-block-cache.ts';
import type { NetworkParameters } from '../bitcoin/network-parameters.ts';
import { asCount, asHash, asList, asRecord, distrustedError } from '../bitcoin/read-response.ts';
import type { Transaction } from '../bitcoin/read-transaction.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import type { Format } from './call-esplora.ts';
import { parseBlock } from './parse-block.ts';
import { type KnownTransaction, readEsploraTransaction } from './read-esplora-transaction.ts';

const CACHED_HEADERS_MAX = 50;
const NOT_FOUND = 404;

/** The requests to an Esplora server that Florin makes, with every response validated. */
export interface EsploraServer extends BlockSource {
  /** The transactions of an address that are in no block: at most 50, the newest first. */
  mempoolOf(address: string): Promise<Transaction[]>;
  /** Undefined if the server does not know the transaction. */
  transaction(tx: string): Promise<KnownTransaction | undefined>;
}

export function createEsploraServer(rpc: Rpc, parameters: NetworkParameters): EsploraServer {
  const blocks = createBlockCache(fetchBlock);
  const headers = new Map<string, Header>();

  /** A server may be many machines, and the next one may not know the block yet that this one announced. */
  async function get(path: string, format: Format): Promise<unknown> {
    try {
      return await rpc.call(path, [format]);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const sentence = `The node returned an error for ${path}: ${error.message} (HTTP ${error.code}).`;
      throw new ChainError('away', sentence, error);
    }
  }

  const bestHash = async () => asHash(await get('/blocks/tip/hash', 'text'), 'best block hash');

  /** What a hash stands for never changes, so it is asked for once. */
  async function header(hash: string): Promise<Header> {
    const known = headers.get(hash);
    if (known !== undefined) return known;
    const read = readHeader(await get(`/block/${hash}`, 'json'));
    if (read.hash !== hash) throw distrustedError(`The node returned block ${read.hash} instead of ${hash}.`);
    if (headers.size >= CACHED_HEADERS_MAX) headers.clear();
    headers.set(hash, read);
    return read;
  }

  async function fetchBlock(hash: string) {
    const { height } = await header(hash);
    const bytes = (await get(`/block/${hash}/raw`, 'bytes')) as Buffer;
    return { height, ...(await parseBlock(bytes, hash, parameters)) };
  }

  return {
    async tip() {
      const { height, hash } = await header(await bestHash());
      return { height, hash, syncing: false };
    },
    bestHash,
    hashAt: async (height) => asHash(await get(`/block-height/${height}`, 'text'), 'block hash'),
    async hashesAt(heights) {
      const [lowest = 0] = heights;
      const found: string[] = [];
      let next: { height: number; hash: string | undefined } = { height: heights.at(-1) ?? 0, hash: undefined };
      while (next.height >= lowest && found.length < heights.length) {
        for (const block of await listBlocks(next.height)) {
          if (block.height !== next.height || (next.hash ?? block.hash) !== block.hash)
            throw distrustedError(
              `The node listed block ${block.hash}, which does not precede its block ${next.height + 1}.`,
            );
          found.push(block.hash);
          next = { height: block.height - 1, hash: block.parentHash };
        }
      }
      return found.slice(0, heights.length).toReversed();
    },
    header,
    block: (hash) => blocks.read(hash),
    async mempoolOf(address) {
      const listed = asList(await get(`/address/${address}/txs/mempool`, 'json'), 'list of transactions');
      return listed
        .map(readEsploraTransaction)
        .filter(({ block }) => block === undefined)
        .map(({ transaction }) => transaction);
    },
    async transaction(tx) {
      try {
        const known = readEsploraTransaction(await rpc.call(`/tx/${tx}`, ['json']));
        if (known.transaction.tx === tx) return known;
        throw distrustedError(`The node returned transaction ${known.transaction.tx} instead of ${tx}.`);
      } catch (error) {
        if (error instanceof RpcError && error.code === NOT_FOUND) return undefined;
        if (!(error instanceof RpcError)) throw error;
        throw new ChainError('away', `The node returned an error for a transaction: ${error.message}.`, error);
      }
    },
  };

  /** Some blocks down from a height, the highest first. */
  async function listBlocks(height: number) {
    const page = asList(await get(`/blocks/${height}`, 'json'), 'list of blocks');
    if (page.length === 0) throw distrustedError(`The node is missing block ${height}.`);
    return page.map((value) => {
      const block = asRecord(value, 'block');
      const parent = block['previousblockhash'];
      return {
        height: asCount(block['height'], 'height'),
        hash: asHash(block['id'], 'block hash'),
        parentHash: parent === undefined || parent === null ? undefined : asHash(parent, 'previous block hash'),
      };
    });
  }
}

function readHeader(value: unknown): Header {
  const block = asRecord(value, 'block');
  return {
    height: asCount(block['height'], 'height'),
    hash: asHash(block['id'], 'block hash'),
    timeMs: asCount(block['timestamp'], 'block time') * 1_000,
    medianTimeMs: asCount(block['mediantime'], 'median time') * 1_000,
  };
}
