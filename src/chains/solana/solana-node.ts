import type { Address } from '@solana/kit';
import type { ChainUnits } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { asBytes, asCount, asList, asMs, asRecord, asText, asU64, asUnits } from './read-response.ts';
import { CLOCK } from './well-known.ts';

/** The newest supported transaction version. Like legacy transactions, it lists all its accounts. */
const TRANSACTION_VERSION_MAX = 1;
const STATUSES_PER_REQUEST_MAX = 256;
const CLOCK_TIME_OFFSET_BYTES = 32;

const VERSION_NOT_SUPPORTED = -32_015;
/** The node is unhealthy, behind the requested slot, or temporarily without a block or its archive. */
const TRY_LATER_CODES = new Set([-32_004, -32_005, -32_014, -32_016, -32_019]);

export type Commitment = 'confirmed' | 'finalized';

/** The newest final slot, and the chain's time at that slot. */
export interface Tip {
  slot: number;
  timeMs: number;
}

/** An entry of an account's list of transactions. */
export interface Listed {
  signature: string;
  slot: number;
  blockTimeMs: number | undefined;
  failed: boolean;
  finalized: boolean;
}

export interface Status {
  failed: boolean;
  finalized: boolean;
}

export interface Account {
  program: string;
  data: Uint8Array;
}

/** The calls to a Solana node, with every response validated. */
export type SolanaNode = ReturnType<typeof createSolanaNode>;

export function createSolanaNode(rpc: Rpc) {
  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      throw error instanceof RpcError ? chainErrorOf(method, error) : error;
    }
  }

  const callForValue = async (method: string, ...params: unknown[]): Promise<unknown> =>
    asRecord(await call(method, ...params), method)['value'];

  return {
    genesisHash: async (): Promise<string> => asText(await call('getGenesisHash'), 'its genesis hash'),

    /** Reads the slot and the time with one call, because the chain stores its time in an account. */
    async tip(): Promise<Tip> {
      const response = asRecord(
        await call('getAccountInfo', CLOCK, { encoding: 'base64', commitment: 'finalized' }),
        'the clock',
      );
      const bytes = asBytes(asRecord(response['value'], 'the clock')['data'], 'the clock');
      if (bytes.length < CLOCK_TIME_OFFSET_BYTES + 8)
        throw new ChainError('distrusted', 'A Solana node returned no clock.');
      const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(CLOCK_TIME_OFFSET_BYTES, true);
      return {
        slot: asCount(asRecord(response['context'], 'the clock')['slot'], 'the slot of the clock'),
        timeMs: asCount(Number(seconds), 'the time of the clock') * 1_000,
      };
    },

    /**
     * Newest first, with confirmed and final transactions in one list. A node that is behind the tip returns an error;
     * otherwise it would return an empty page for a `before` that it does not know.
     */
    async signaturesOf(
      account: string,
      page: { before: string | undefined; limit: number; tip: Tip },
    ): Promise<readonly Listed[]> {
      const { before, limit, tip } = page;
      const response = await call('getSignaturesForAddress', account, {
        limit,
        commitment: 'confirmed',
        minContextSlot: tip.slot,
        ...(before === undefined ? {} : { before }),
      });
      return asList(response, 'a list of transactions').map((entry) =>
        readListed(asRecord(entry, 'a listed transaction'), tip),
      );
    },

    /** Undefined if the node does not have the transaction at this commitment. */
    async transaction(signature: string, commitment: Commitment): Promise<Record<string, unknown> | undefined> {
      const response = await call('getTransaction', signature, {
        encoding: 'json',
        commitment,
        maxSupportedTransactionVersion: TRANSACTION_VERSION_MAX,
      });
      return response === null ? undefined : asRecord(response, 'a transaction');
    },

    /** Omits signatures that the node does not know. */
    async statuses(signatures: readonly string[]): Promise<Map<string, Status>> {
      const known = new Map<string, Status>();
      for (let start = 0; start < signatures.length; start += STATUSES_PER_REQUEST_MAX) {
        const some = signatures.slice(start, start + STATUSES_PER_REQUEST_MAX);
        const response = await callForValue('getSignatureStatuses', some, { searchTransactionHistory: true });
        const statuses = asList(response, 'statuses');
        if (statuses.length !== some.length) throw new ChainError('distrusted', 'A Solana node omitted statuses.');
        for (const [position, signature] of some.entries()) {
          if (statuses[position] === null) continue;
          const status = asRecord(statuses[position], 'a status');
          known.set(signature, {
            failed: (status['err'] ?? null) !== null,
            finalized: status['confirmationStatus'] === 'finalized',
          });
        }
      }
      return known;
    },

    /** A wallet may have several token accounts for one mint. */
    async tokenAccountsOf(owner: string, mint: string): Promise<string[]> {
      const response = await callForValue(
        'getTokenAccountsByOwner',
        owner,
        { mint },
        { encoding: 'base64', commitment: 'finalized', dataSlice: { offset: 0, length: 0 } },
      );
      return asList(response, 'token accounts').map((entry) =>
        asText(asRecord(entry, 'a token account')['pubkey'], 'the address of a token account'),
      );
    },

    async account(address: string, commitment: Commitment): Promise<Account | undefined> {
      const response = await callForValue('getAccountInfo', address, { encoding: 'base64', commitment });
      if (response === null) return undefined;
      const { owner, data } = asRecord(response, 'an account');
      return { program: asText(owner, 'the program of an account'), data: asBytes(data, 'the data of an account') };
    },

    balanceOf: async (address: Address): Promise<ChainUnits> =>
      asUnits(await callForValue('getBalance', address, { commitment: 'confirmed' }), 'a balance'),

    /** What an account without data must hold to exist. */
    minimumBalance: async (): Promise<ChainUnits> =>
      asUnits(await call('getMinimumBalanceForRentExemption', 0), 'the minimum balance of an account'),

    async latestBlockhash(): Promise<{ blockhash: string; lastValidBlockHeight: bigint }> {
      const response = asRecord(await callForValue('getLatestBlockhash', { commitment: 'confirmed' }), 'a block hash');
      return {
        blockhash: asText(response['blockhash'], 'a block hash'),
        lastValidBlockHeight: asU64(response['lastValidBlockHeight'], 'the height of a block'),
      };
    },
  };
}

function readListed(entry: Record<string, unknown>, tip: Tip): Listed {
  const slot = asCount(entry['slot'], 'the slot of a transaction');
  const status = entry['confirmationStatus'] ?? 'finalized';
  return {
    signature: asText(entry['signature'], 'a signature'),
    slot,
    blockTimeMs: asMs(entry['blockTime'], 'the time of a block'),
    failed: (entry['err'] ?? null) !== null,
    finalized: status === 'finalized' && slot <= tip.slot,
  };
}

function chainErrorOf(method: string, error: RpcError): ChainError {
  if (error.code === VERSION_NOT_SUPPORTED)
    return new ChainError('distrusted', 'A transaction has an unknown version. Update Florin.', error);
  return TRY_LATER_CODES.has(error.code)
    ? new ChainError('away', `A Solana node cannot process ${method} at the moment: ${error.message}`, error)
    : new ChainError('distrusted', `A Solana node returned an error for ${method}: ${error.message}`, error);
}
