import type { Address } from '@solana/kit';
import type { ChainUnits } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { asBytes, asCount, asList, asMs, asRecord, asText, asU64, asUnits } from './read-answer.ts';
import { CLOCK } from './well-known.ts';

/** The newest version of a transaction that can be read: it names all its accounts itself, as a legacy one does. */
const TRANSACTION_VERSION_MAX = 1;
const STATUSES_PER_REQUEST_MAX = 256;
const CLOCK_TIME_OFFSET_BYTES = 32;

const VERSION_NOT_SUPPORTED = -32_015;
/** Unhealthy, behind the slot that was asked for, without a block or its archive just now: the node says that it is not up to it. */
const NOT_UP_TO_IT = new Set([-32_004, -32_005, -32_014, -32_016, -32_019]);

export type Commitment = 'confirmed' | 'finalized';

/** The newest slot that is final, and the chain's own time there. */
export interface Tip {
  slot: number;
  timeMs: number;
}

/** A transaction as the list of an account's transactions names it. */
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

/** The questions that are asked of a Solana node, each with its answer read and checked. */
export type SolanaNode = ReturnType<typeof createSolanaNode>;

export function createSolanaNode(rpc: Rpc) {
  async function ask(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      throw error instanceof RpcError ? faultOf(method, error) : error;
    }
  }

  const askValue = async (method: string, ...params: unknown[]): Promise<unknown> =>
    asRecord(await ask(method, ...params), method)['value'];

  return {
    genesisHash: async (): Promise<string> => asText(await ask('getGenesisHash'), 'its genesis hash'),

    /** One request for both: the chain keeps its time in an account. */
    async tip(): Promise<Tip> {
      const answer = asRecord(
        await ask('getAccountInfo', CLOCK, { encoding: 'base64', commitment: 'finalized' }),
        'the clock',
      );
      const bytes = asBytes(asRecord(answer['value'], 'the clock')['data'], 'the clock');
      if (bytes.length < CLOCK_TIME_OFFSET_BYTES + 8) throw new ChainError('distrusted', 'A Solana node has no clock.');
      const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(CLOCK_TIME_OFFSET_BYTES, true);
      return {
        slot: asCount(asRecord(answer['context'], 'the clock')['slot'], 'the slot of the clock'),
        timeMs: asCount(Number(seconds), 'the time of the clock') * 1_000,
      };
    },

    /**
     * Newest first. One list tells what is confirmed and what is final. A node that has not come as far as the tip
     * refuses; it would answer a `before` that it does not know with an empty page.
     */
    async signaturesOf(
      account: string,
      page: { before: string | undefined; limit: number; tip: Tip },
    ): Promise<readonly Listed[]> {
      const { before, limit, tip } = page;
      const answer = await ask('getSignaturesForAddress', account, {
        limit,
        commitment: 'confirmed',
        minContextSlot: tip.slot,
        ...(before === undefined ? {} : { before }),
      });
      return asList(answer, 'a list of transactions').map((entry) => readListed(asRecord(entry, 'a listed one'), tip));
    },

    /** As the node gives it; undefined where it does not have it at this commitment. */
    async transaction(signature: string, commitment: Commitment): Promise<Record<string, unknown> | undefined> {
      const answer = await ask('getTransaction', signature, {
        encoding: 'json',
        commitment,
        maxSupportedTransactionVersion: TRANSACTION_VERSION_MAX,
      });
      return answer === null ? undefined : asRecord(answer, 'a transaction');
    },

    /** Only of those that the node knows. */
    async statuses(signatures: readonly string[]): Promise<Map<string, Status>> {
      const known = new Map<string, Status>();
      for (let start = 0; start < signatures.length; start += STATUSES_PER_REQUEST_MAX) {
        const some = signatures.slice(start, start + STATUSES_PER_REQUEST_MAX);
        const answer = await askValue('getSignatureStatuses', some, { searchTransactionHistory: true });
        const statuses = asList(answer, 'statuses');
        if (statuses.length !== some.length) throw new ChainError('distrusted', 'A Solana node left statuses out.');
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

    /** A wallet may have several for one mint. */
    async tokenAccountsOf(owner: string, mint: string): Promise<string[]> {
      const answer = await askValue(
        'getTokenAccountsByOwner',
        owner,
        { mint },
        { encoding: 'base64', commitment: 'finalized', dataSlice: { offset: 0, length: 0 } },
      );
      return asList(answer, 'token accounts').map((entry) =>
        asText(asRecord(entry, 'a token account')['pubkey'], 'the address of a token account'),
      );
    },

    async account(address: string, commitment: Commitment): Promise<Account | undefined> {
      const answer = await askValue('getAccountInfo', address, { encoding: 'base64', commitment });
      if (answer === null) return undefined;
      const { owner, data } = asRecord(answer, 'an account');
      return { program: asText(owner, 'the program of an account'), data: asBytes(data, 'the data of an account') };
    },

    balanceOf: async (address: Address): Promise<ChainUnits> =>
      asUnits(await askValue('getBalance', address, { commitment: 'confirmed' }), 'a balance'),

    /** What an account without data must hold to exist at all. */
    leastBalance: async (): Promise<ChainUnits> =>
      asUnits(await ask('getMinimumBalanceForRentExemption', 0), 'the least balance of an account'),

    async latestBlockhash(): Promise<{ blockhash: string; lastValidBlockHeight: bigint }> {
      const answer = asRecord(await askValue('getLatestBlockhash', { commitment: 'confirmed' }), 'a block hash');
      return {
        blockhash: asText(answer['blockhash'], 'a block hash'),
        lastValidBlockHeight: asU64(answer['lastValidBlockHeight'], 'the height of a block'),
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

function faultOf(method: string, refusal: RpcError): ChainError {
  if (refusal.code === VERSION_NOT_SUPPORTED)
    return new ChainError('distrusted', 'A transaction has a version that is not known here.', refusal);
  return NOT_UP_TO_IT.has(refusal.code)
    ? new ChainError('away', `A Solana node is not up to ${method} now: ${refusal.message}`, refusal)
    : new ChainError('distrusted', `A Solana node refused ${method}: ${refusal.message}`, refusal);
}
