import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeAbiParameters, type Hex, pad, parseAbi, toEventSelector, toFunctionSelector, toHex } from 'viem';

const ANSWER_MS = 20;
const BLOCK_MS = 450;
const FIRST_HEIGHT = 1_000_000;
const DAY_MS = 86_400_000;
const CHAIN_ID = 31_337;
const TRANSACTIONS_PER_BLOCK = 150;
export const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';

const ABI = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
]);
const [TRANSFER, DECIMALS, SYMBOL] = [toEventSelector(ABI[0]), toFunctionSelector(ABI[1]), toFunctionSelector(ABI[2])];

const hashAt = (height: number): Hex => toHex(height, { size: 32 });
/** No other hash begins like this. */
const paymentTx = (height: number): Hex => `0xfe${toHex(height, { size: 31 }).slice(2)}`;

/** A payment in the newest block. */
interface Payment {
  to: string;
  units: bigint;
  what: 'coin' | 'token';
}

interface Filter {
  fromBlock?: string;
  toBlock?: string;
  blockHash?: string;
  topics: unknown[];
}

/** Names a block by its height, as the newest one, or by its hash (EIP-1898). */
type Tag = string | { blockHash: Hex };

export interface EvmBlockServer {
  url: string;
  height: number;
  calls: number;
  /** Adds blocks with the current time. The newest one holds the payment. */
  grow(count: number, payment: Payment): void;
  close(): void;
}

/**
 * A fake node with blocks as full as BNB's, which answers each call after 20 ms. A private chain has no full
 * blocks, and a node on this machine would answer at once.
 */
export async function serveEvmBlocks(): Promise<EvmBlockServer> {
  const startMs = Date.now() - DAY_MS;
  let grownMs = startMs;
  let paid: (Payment & { height: number }) | undefined;
  const crowd = Array.from({ length: TRANSACTIONS_PER_BLOCK }, (_, place) => transactionOf(place));
  const timeMsAt = (height: number) =>
    height <= FIRST_HEIGHT ? startMs - (FIRST_HEIGHT - height) * BLOCK_MS : grownMs;

  function blockAt(tag: string, full: boolean): object | null {
    const height = tag.startsWith('0x') ? Number(tag) : served.height;
    if (height > served.height) return null;
    const own = paid?.height === height && paid.what === 'coin' ? [transactionOf(1, paymentTx(height), paid)] : [];
    const transactions = [...crowd, ...own];
    return {
      number: toHex(height),
      hash: hashAt(height),
      parentHash: hashAt(height - 1),
      timestamp: toHex(Math.floor(timeMsAt(height) / 1_000)),
      logsBloom: `0x${'ff'.repeat(256)}`,
      transactions: full ? transactions : transactions.map(({ hash }) => hash),
    };
  }

  function logOf({ to, units, height }: Payment & { height: number }): object {
    return {
      address: TOKEN.toLowerCase(),
      topics: [TRANSFER, pad('0x1', { size: 32 }), pad(to.toLowerCase() as Hex, { size: 32 })],
      data: toHex(units, { size: 32 }),
      blockNumber: toHex(height),
      blockHash: hashAt(height),
      transactionHash: paymentTx(height),
      transactionIndex: '0x1',
      logIndex: '0x1',
      removed: false,
    };
  }

  function logsIn({ fromBlock, toBlock, blockHash, topics }: Filter): object[] {
    if (paid?.what !== 'token' || !JSON.stringify(topics[2] ?? '').includes(paid.to.slice(2).toLowerCase())) return [];
    const isInside =
      blockHash === undefined
        ? Number(fromBlock) <= paid.height && paid.height <= Number(toBlock)
        : blockHash === hashAt(paid.height);
    return isInside ? [logOf(paid)] : [];
  }

  function receiptOf(tx: string): object | null {
    if (!paid || tx !== paymentTx(paid.height)) return null;
    return {
      transactionHash: tx,
      status: '0x1',
      blockNumber: toHex(paid.height),
      blockHash: hashAt(paid.height),
      from: pad('0x1', { size: 20 }),
      to: paid.what === 'coin' ? paid.to : TOKEN,
      logs: paid.what === 'token' ? [logOf(paid)] : [],
    };
  }

  const balanceAt = (what: Payment['what'], tag: Tag) =>
    paid?.what === what && heightOf(tag) >= paid.height ? paid.units : 0n;

  const answers: Record<string, (...params: never[]) => unknown> = {
    eth_chainId: () => toHex(CHAIN_ID),
    eth_blockNumber: () => toHex(served.height),
    eth_getBlockByNumber: (tag: string, full: boolean) => blockAt(tag, full),
    eth_getLogs: (filter: Filter) => logsIn(filter),
    eth_getTransactionReceipt: (tx: string) => receiptOf(tx),
    eth_getBalance: (_address: string, tag: Tag) => toHex(balanceAt('coin', tag)),
    eth_getTransactionCount: () => '0x0',
    eth_call: ({ data }: { data: Hex }, tag: Tag) => {
      if (data === DECIMALS) return toHex(6, { size: 32 });
      if (data === SYMBOL) return encodeAbiParameters([{ type: 'string' }], ['USDC']);
      return toHex(balanceAt('token', tag), { size: 32 });
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method, params } = JSON.parse(await text(request)) as { id: number; method: string; params: never[] };
    served.calls += 1;
    const answer = answers[method];
    const outcome = answer
      ? { result: answer(...params) }
      : { error: { code: -32_601, message: `the method ${method} does not exist` } };
    await sleep(ANSWER_MS);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const served: EvmBlockServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    height: FIRST_HEIGHT,
    calls: 0,
    grow(count, payment) {
      grownMs = Date.now();
      served.height += count;
      paid = { ...payment, height: served.height };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return served;
}

/** A hash is the height of its block. */
const heightOf = (tag: Tag) => Number(typeof tag === 'string' ? tag.replace('latest', 'Infinity') : tag.blockHash);

/** A transaction as nodes return it, with the input of a swap, or a payment of the coin. */
function transactionOf(place: number, hash = toHex(place + 1, { size: 32 }), payment?: Payment) {
  return {
    hash,
    from: toHex(place + 7, { size: 20 }),
    to: payment?.to ?? toHex(place + 9_000, { size: 20 }),
    value: toHex(payment?.units ?? 0n),
    nonce: toHex(place),
    input: payment ? '0x' : `0x${'38ed1739'.repeat(33)}`,
    gas: '0x30d40',
    gasPrice: '0x3b9aca00',
    maxFeePerGas: '0x3b9aca00',
    maxPriorityFeePerGas: '0x3b9aca00',
    type: '0x2',
    chainId: toHex(CHAIN_ID),
    accessList: [],
    v: '0x1',
    r: toHex(place + 11, { size: 32 }),
    s: toHex(place + 13, { size: 32 }),
  };
}
