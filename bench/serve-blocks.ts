import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parametersOf } from '../src/chains/bitcoin/network-parameters.ts';

const DAY_SECONDS = 86_400;
const BLOCK_SECONDS = 150;
const HASH_DIGITS = 64;
const FIRST_HEIGHT = 300;

export interface BlockServer {
  url: string;
  height: number;
  /** Adds blocks with the current time. The last one also pays this address. */
  grow(count: number, address: string): void;
  close(): void;
}

/**
 * A fake node with blocks as full as on the real networks, which a private chain does not have. Every block contains the
 * same transactions, in the format of Litecoin Core.
 */
export async function serveBlocks(network: string, transactions: number): Promise<BlockServer> {
  const { genesisHash } = parametersOf(network);
  const full = Buffer.from(Array.from({ length: transactions }, (_, place) => JSON.stringify(tell(place))).join());
  const startSeconds = Math.floor(Date.now() / 1_000);
  let grownSeconds = startSeconds;
  let paying = { height: 0, address: '' };
  const hashAt = (height: number) => (height === 0 ? genesisHash : height.toString(16).padStart(HASH_DIGITS, '0'));
  const heightOf = (hash: string) => (hash === genesisHash ? 0 : Number.parseInt(hash, 16));
  const headerOf = (height: number) => {
    const time =
      height <= FIRST_HEIGHT ? startSeconds - DAY_SECONDS - (FIRST_HEIGHT - height) * BLOCK_SECONDS : grownSeconds;
    const previousblockhash = hashAt(height - 1);
    return { hash: hashAt(height), height, time, mediantime: time, previousblockhash, confirmations: 1 };
  };
  const blockOf = (height: number): Buffer => {
    const head = JSON.stringify(headerOf(height)).slice(0, -1);
    const last = paying.height === height ? `,${JSON.stringify(tell(transactions, paying.address))}` : '';
    return Buffer.concat([Buffer.from(`${head},"tx":[`), full, Buffer.from(`${last}]}`)]);
  };
  const answers: Record<string, (first: unknown) => unknown> = {
    getblockchaininfo: () => ({
      blocks: served.height,
      headers: served.height,
      bestblockhash: hashAt(served.height),
      initialblockdownload: false,
    }),
    getbestblockhash: () => hashAt(served.height),
    getblockhash: (height) => hashAt(height as number),
    getblockheader: (hash) => headerOf(heightOf(hash as string)),
    getblock: (hash) => blockOf(heightOf(hash as string)),
    getrawmempool: () => [],
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: number;
        method: string;
        params: unknown[];
      };
      const result = answers[method]?.(params[0]) ?? null;
      response.write(`{"id":${id},"error":null,"result":`);
      response.write(Buffer.isBuffer(result) ? result : JSON.stringify(result));
      response.end('}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const served: BlockServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    height: FIRST_HEIGHT,
    grow(count, address) {
      grownSeconds = Math.floor(Date.now() / 1_000);
      served.height += count;
      paying = { height: served.height, address };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return served;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0').slice(-digits);

/** A typical transaction: two inputs and two outputs, with signatures, scripts and the full hex. */
function tell(place: number, address = `rltc1q${hex(place, 8).padEnd(38, 'q')}`): object {
  const input = (vout: number) => ({
    txid: hex(place * 2 + vout + 7, HASH_DIGITS),
    vout,
    scriptSig: { asm: '', hex: '' },
    txinwitness: [hex(place + 3, 144), hex(place + 5, 66)],
    sequence: 4_294_967_293,
  });
  const output = (n: number) => ({
    value: 0.25,
    n,
    scriptPubKey: {
      asm: `0 ${hex(place, 40)}`,
      hex: `0014${hex(place, 40)}`,
      reqSigs: 1,
      type: 'witness_v0_keyhash',
      addresses: [n === 0 ? address : `rltc1q${hex(place, 8).padEnd(38, 'z')}`],
    },
  });
  return {
    txid: hex(place + 1_000_000, HASH_DIGITS),
    hash: hex(place + 2_000_000, HASH_DIGITS),
    version: 2,
    size: 370,
    vsize: 208,
    weight: 832,
    locktime: 0,
    vin: [input(0), input(1)],
    vout: [output(0), output(1)],
    hex: hex(place, 740),
  };
}
