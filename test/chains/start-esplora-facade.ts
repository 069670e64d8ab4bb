import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RpcProxy } from './rpc-proxy.ts';
import type { BitcoinNodeProcess } from './start-bitcoin-node.ts';

const BLOCKS_PER_PAGE = 10;
const MEMPOOL_TRANSACTIONS_MAX = 50;
const COIN = 100_000_000;

/** An Esplora server that answers from a node. A test can interrupt it, tamper with it and let it limit calls. */
export interface EsploraFacade extends Pick<RpcProxy, 'url' | 'state' | 'override' | 'remove'> {
  /** The paths of all requests, in order. */
  readonly requests: string[];
  /** Whether to reject a request because there are too many, by its number. */
  isLimited: (number: number) => boolean;
}

/** Litecoin Core returns a list of addresses. */
interface NodeScript {
  hex: string;
  type: string;
  address?: string;
  addresses?: string[];
}

interface NodeTransaction {
  txid: string;
  vin: { txid?: string; vout?: number; coinbase?: string }[];
  /** A confidential output has neither. */
  vout: { value?: number; scriptPubKey?: NodeScript }[];
}

interface NodeBlock {
  hash: string;
  height: number;
  time: number;
  mediantime: number;
  merkleroot: string;
  previousblockhash?: string;
  tx: string[];
}

type Node = Pick<BitcoinNodeProcess, 'call'>;

export async function startEsploraFacade(node: Node): Promise<EsploraFacade> {
  const index = createIndex(node);

  const routes: [RegExp, (part: string) => Promise<unknown>][] = [
    [/^\/blocks\/tip\/hash$/, () => node.call('getbestblockhash')],
    [/^\/blocks\/tip\/height$/, async () => String(await node.call('getblockcount'))],
    [/^\/blocks\/(\d+)$/, (height) => listBlocks(node, Number(height))],
    [/^\/block-height\/(\d+)$/, (height) => node.call('getblockhash', Number(height))],
    [/^\/block\/([0-9a-f]{64})$/, async (hash) => blockOf(await node.call('getblock', hash, 1))],
    [
      /^\/block\/([0-9a-f]{64})\/raw$/,
      async (hash) => Buffer.from(await node.call<string>('getblock', hash, 0), 'hex'),
    ],
    [/^\/tx\/([0-9a-f]{64})$/, (tx) => index.find(tx)],
    [/^\/address\/(\w+)\/txs\/mempool$/, (address) => listMempool(node, address)],
  ];

  async function answer(path: string): Promise<unknown> {
    for (const [pattern, route] of routes) {
      const match = pattern.exec(path);
      if (match) return route(match[1] ?? '');
    }
    return undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (facade.state === 'closed') request.socket.destroy();
    if (facade.state !== 'open') return;
    facade.requests.push(path);
    if (facade.isLimited(facade.requests.length)) {
      response.writeHead(429, { 'content-type': 'text/plain' }).end('Too Many Requests');
      return;
    }
    const result = facade.override(path, []) ?? (await answer(path).catch(() => undefined));
    if (result === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    else response.end(Buffer.isBuffer(result) || typeof result === 'string' ? result : JSON.stringify(result));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const facade: EsploraFacade = {
    url: `esplora+http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: 'open',
    override: () => undefined,
    requests: [],
    isLimited: () => false,
    remove: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return facade;
}

const blockOf = ({ hash, height, time, mediantime, merkleroot, previousblockhash, tx }: NodeBlock) => ({
  id: hash,
  height,
  timestamp: time,
  mediantime,
  merkle_root: merkleroot,
  previousblockhash: previousblockhash ?? null,
  tx_count: tx.length,
});

async function listBlocks(node: Node, height: number) {
  const blocks = [];
  for (let next = height; next >= 0 && blocks.length < BLOCKS_PER_PAGE; next -= 1)
    blocks.push(blockOf(await node.call('getblock', await node.call('getblockhash', next), 1)));
  return blocks;
}

async function listMempool(node: Node, address: string) {
  const found = [];
  for (const tx of await node.call<string[]>('getrawmempool')) {
    const transaction = await node.call<NodeTransaction>('getrawtransaction', tx, true);
    const isPaid = transaction.vout.some(({ scriptPubKey }) => addressOf(scriptPubKey) === address);
    if (isPaid) found.push(transactionOf(transaction, undefined));
  }
  return found.slice(0, MEMPOOL_TRANSACTIONS_MAX);
}

const addressOf = (script: NodeScript | undefined): string | undefined =>
  script?.type === 'pubkey' ? undefined : (script?.address ?? script?.addresses?.[0]);

function transactionOf({ txid, vin, vout }: NodeTransaction, block: NodeBlock | undefined) {
  return {
    txid,
    vin: vin.map((input) => ({
      txid: input.txid ?? '0'.repeat(64),
      vout: input.vout ?? 0xffff_ffff,
      is_coinbase: input.coinbase !== undefined,
    })),
    vout: vout.map(({ value = 0, scriptPubKey }) => ({
      scriptpubkey: scriptPubKey?.hex,
      scriptpubkey_type: scriptPubKey?.type,
      scriptpubkey_address: addressOf(scriptPubKey),
      value: Math.round(value * COIN),
    })),
    status: block
      ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
      : { confirmed: false },
  };
}

/** In which block a transaction is. A node without a transaction index does not know. */
function createIndex(node: Node) {
  const chain: NodeBlock[] = [];

  async function update(): Promise<void> {
    const height = await node.call<number>('getblockcount');
    while (chain.length > 0) {
      const last = chain.at(-1) as NodeBlock;
      if (last.height <= height && (await node.call('getblockhash', last.height)) === last.hash) break;
      chain.pop();
    }
    while (chain.length <= height)
      chain.push(await node.call('getblock', await node.call('getblockhash', chain.length), 1));
  }

  return {
    async find(tx: string) {
      await update();
      const block = chain.find((one) => one.tx.includes(tx));
      const inBlock = block === undefined ? [] : [block.hash];
      return transactionOf(await node.call('getrawtransaction', tx, true, ...inBlock), block);
    },
  };
}
