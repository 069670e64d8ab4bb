import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Address, lamports } from '@solana/kit';
import { type Rpc, RpcError } from '../../src/chains/rpc/rpc.ts';
import { CLOCK } from '../../src/chains/solana/well-known.ts';
import { createLedger, type Landed, type Ledger, makeLookupTable, NotLanded } from './solana-ledger.ts';

const LIST_MAX = 1_000;
const GENESIS = 'F1orin1oca1111111111111111111111111111111111';

interface Options {
  /** The chain's time at the start. It advances only with the slots. */
  startMs?: number;
  finalAfterSlots?: number;
  genesisHash?: string;
}

export interface SolanaNode {
  url: string;
  /** Calls the node without HTTP, for code that only acts on the chain. */
  rpc: Rpc;
  ledger: Ledger;
  /** The chain's time. */
  nowMs(): number;
  airdrop(to: Address, amount: bigint): void;
  addLookupTable(table: Address, addresses: readonly Address[]): void;
  /** Lists a transaction but does not return it, until it is shown again. */
  hide(signature: string): void;
  show(signature: string): void;
  /** Changes a transaction in responses. */
  tamper(signature: string, change: (response: Record<string, unknown>) => Record<string, unknown>): void;
  /** Omits a transaction from all lists, like a node whose index lags. */
  delist(signature: string): void;
  relist(signature: string): void;
  /** Shows the chain as it was a number of slots ago. */
  fallBehind(slots: number): void;
  setGenesisHash(hash: string): void;
  stop(): Promise<void>;
}

type Config = Record<string, unknown>;

interface RpcResponse {
  jsonrpc: '2.0';
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

class NodeError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A Solana node's JSON-RPC over litesvm, on loopback, with everything that Florin and its tests call. */
export async function startSolanaNode(options: Options = {}): Promise<SolanaNode> {
  const { startMs = Date.now(), finalAfterSlots = 32 } = options;
  let genesisHash = options.genesisHash ?? GENESIS;
  const ledger = createLedger({ startMs, finalAfterSlots });
  const hidden = new Set<string>();
  const delisted = new Set<string>();
  const tampered = new Map<string, (response: Config) => Config>();
  let behindSlots = 0;

  const headOf = (config: Config | undefined) =>
    (config?.['commitment'] === 'finalized' || config?.['commitment'] === undefined
      ? ledger.finalizedSlot()
      : ledger.slot()) - behindSlots;
  const withContext = (value: unknown, config?: Config) => ({ context: { slot: headOf(config) }, value });
  const statusOf = ({ slot }: Landed) => (slot <= ledger.finalizedSlot() - behindSlots ? 'finalized' : 'confirmed');

  function getSignaturesForAddress(account: string, config: Config = {}): unknown {
    const {
      before,
      until,
      limit = LIST_MAX,
      minContextSlot,
    } = config as {
      before?: string;
      until?: string;
      limit?: number;
      minContextSlot?: number;
    };
    if (limit < 1 || limit > LIST_MAX) throw new NodeError(-32_602, `Invalid limit; max ${LIST_MAX}`);
    if (minContextSlot !== undefined && headOf({ commitment: 'confirmed' }) < minContextSlot)
      throw new NodeError(-32_016, 'Minimum context slot has not been reached');
    const all = ledger.history().filter(({ slot }) => slot <= headOf(config));
    // An unknown `before` returns nothing, and an unknown `until` is ignored.
    if (before !== undefined && all.every(({ signature }) => signature !== before)) return [];
    const older =
      before === undefined
        ? all
        : all.slice(
            0,
            all.findIndex(({ signature }) => signature === before),
          );
    const own = older.filter(({ keys, signature }) => keys.includes(account as Address) && !delisted.has(signature));
    const end = own.findIndex(({ signature }) => signature === until);
    return own
      .slice(end + 1)
      .toReversed()
      .slice(0, limit)
      .map((landed) => ({
        signature: landed.signature,
        slot: landed.slot,
        err: landed.err,
        memo: null,
        blockTime: landed.response['blockTime'],
        confirmationStatus: statusOf(landed),
      }));
  }

  function getTransaction(signature: string, config: Config = {}): unknown {
    const landed = ledger.history().find((one) => one.signature === signature);
    if (landed === undefined || landed.slot > headOf(config) || hidden.has(signature)) return null;
    if ((config['encoding'] ?? 'json') !== 'json') throw new NodeError(-32_602, 'only json is supported');
    const response = tampered.get(signature)?.(structuredClone(landed.response)) ?? landed.response;
    const versionMax = config['maxSupportedTransactionVersion'] as number | undefined;
    const version = response['version'] as 'legacy' | number | undefined;
    if (typeof version === 'number' && (versionMax === undefined || version > versionMax))
      throw new NodeError(-32_015, `Transaction version (${version}) is not supported by the requesting client`);
    return response;
  }

  function getSignatureStatuses(signatures: readonly string[]): unknown {
    const statuses = signatures.map((signature) => {
      const landed = ledger.history().find((one) => one.signature === signature);
      if (landed === undefined || landed.slot > headOf({ commitment: 'confirmed' })) return null;
      const confirmationStatus = statusOf(landed);
      return { slot: landed.slot, err: landed.err, confirmationStatus, confirmations: null };
    });
    return withContext(statuses);
  }

  function getAccountInfo(address: Address, config?: Config): unknown {
    if (address === CLOCK) return withContext({ data: encodeAccount(clockAt(headOf(config)), undefined) }, config);
    const account = ledger.svm.getAccount(address);
    if (!account.exists || (account.lamports === 0n && account.data.length === 0)) return withContext(null, config);
    const parsed = {
      program: 'spl-token',
      parsed: { type: 'mint', info: { decimals: ledger.decimalsOf(address) } },
      space: account.data.length,
    };
    const data = config?.['encoding'] === 'jsonParsed' ? parsed : encodeAccount(Uint8Array.from(account.data), config);
    const { executable, programAddress } = account;
    return withContext({ data, executable, lamports: account.lamports, owner: programAddress, rentEpoch: 0 }, config);
  }

  function clockAt(slot: number): Uint8Array {
    const view = new DataView(new ArrayBuffer(40));
    view.setBigUint64(0, BigInt(slot), true);
    view.setBigInt64(32, BigInt(Math.floor(ledger.timeMsAt(slot) / 1_000)), true);
    return new Uint8Array(view.buffer);
  }

  function getTokenAccountsByOwner(owner: string, filter: { mint?: string; programId?: string }, config?: Config) {
    const found = ledger
      .tokenAccountsOf(owner)
      .filter(({ mint, program }) => mint === filter.mint || program === filter.programId)
      .map(({ account, program }) => ({
        pubkey: account.address,
        account: {
          data: encodeAccount(Uint8Array.from(account.data), config),
          lamports: account.lamports,
          owner: program,
        },
      }));
    return withContext(found, config);
  }

  function getTokenSupply(mint: Address): unknown {
    const account = ledger.svm.getAccount(mint);
    if (!account.exists) throw new NodeError(-32_602, 'Invalid param: could not find account');
    const data = Uint8Array.from(account.data);
    const amount = new DataView(data.buffer).getBigUint64(36, true).toString();
    return withContext({ amount, decimals: ledger.decimalsOf(mint) });
  }

  function sendTransaction(wire: string, config?: Config): string {
    if (config?.['encoding'] !== 'base64') throw new NodeError(-32_602, 'only base64 is supported');
    try {
      return ledger.send(wire, { skipPreflight: config['skipPreflight'] === true });
    } catch (error) {
      throw error instanceof NotLanded ? new NodeError(-32_002, error.message) : error;
    }
  }

  function getLatestBlockhash(config?: Config): unknown {
    return withContext({ blockhash: ledger.makeBlockhash(), lastValidBlockHeight: ledger.slot() + 150 }, config);
  }

  const methods: Record<string, (...params: never[]) => unknown> = {
    sendTransaction,
    getSignaturesForAddress,
    getTransaction,
    getSignatureStatuses,
    getAccountInfo,
    getTokenAccountsByOwner,
    getTokenSupply,
    getLatestBlockhash,
    getGenesisHash: () => genesisHash,
    getSlot: (config?: Config) => headOf(config),
    getBlockTime: (slot: number) => Math.floor(ledger.timeMsAt(slot) / 1_000),
    getBalance: (account: Address, config?: Config) => withContext(ledger.svm.getBalance(account) ?? 0n, config),
    getMinimumBalanceForRentExemption: (bytes: number) => ledger.svm.minimumBalanceForRentExemption(BigInt(bytes)),
  };

  function respond(request: { id: unknown; method: string; params?: never[] }): RpcResponse {
    const { id, method, params = [] } = request;
    try {
      const work = methods[method];
      if (work === undefined) throw new NodeError(-32_601, `Method not found: ${method}`);
      return { jsonrpc: '2.0', id, result: work(...params) };
    } catch (error) {
      const code = error instanceof NodeError ? error.code : -32_603;
      return { jsonrpc: '2.0', id, error: { code, message: String(error instanceof Error ? error.message : error) } };
    }
  }

  async function respondToBody(request: IncomingMessage): Promise<string> {
    const body = JSON.parse(await text(request)) as Parameters<typeof respond>[0] | Parameters<typeof respond>[0][];
    return JSON.stringify(Array.isArray(body) ? body.map(respond) : respond(body), writeNumber);
  }

  const server = createServer((request, response) => {
    void respondToBody(request)
      .catch(() => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } }))
      .then((body) => response.setHeader('content-type', 'application/json').end(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    rpc: {
      connection: 0,
      async call(method, params = []) {
        const { result, error } = respond({ id: 0, method, params: params as never[] });
        if (error) throw new RpcError(error.code, error.message);
        return result;
      },
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    nowMs: () => ledger.timeMsAt(ledger.slot()),
    airdrop: (to, amount) => void ledger.svm.airdrop(to, lamports(amount)),
    addLookupTable: (table, addresses) => ledger.svm.setAccount(makeLookupTable(table, addresses)),
    hide: (signature) => void hidden.add(signature),
    show: (signature) => void hidden.delete(signature),
    tamper: (signature, change) => void tampered.set(signature, change),
    delist: (signature) => void delisted.add(signature),
    relist: (signature) => void delisted.delete(signature),
    fallBehind: (slots) => {
      behindSlots = slots;
    },
    setGenesisHash: (hash) => {
      genesisHash = hash;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function encodeAccount(account: Uint8Array, config: Config | undefined): unknown {
  const slice = config?.['dataSlice'] as { offset: number; length: number } | undefined;
  const data = slice === undefined ? account : account.subarray(slice.offset, slice.offset + slice.length);
  return [Buffer.from(data).toString('base64'), 'base64'];
}

/** A node writes a u64 as a JSON number with all digits, even if a double would lose some. */
function writeNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint'
    ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
    : value;
}
