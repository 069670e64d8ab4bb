import { type Rpc, RpcError } from '../../src/chains/rpc/rpc.ts';
import { CLOCK, SYSTEM_PROGRAM } from '../../src/chains/solana/well-known.ts';

const SLOT_MS = 400;
const FIRST_SLOT = 300_000_000;
const FINAL_SLOTS = 32;
const PAYMENTS_PER_SLOT = 10;
const LAMPORTS_BEFORE = 5_000_000_000n;

/** A transaction that pays an account, and what a test may say differently about it. */
export interface FakePayment {
  to: string;
  lamports?: bigint;
  /** The token account that receives units of the mint for its owner, instead of lamports. */
  token?: { account: string; mint: string; owner: string; units: bigint };
  /** Further accounts that list the transaction. */
  keys?: readonly string[];
  agoMs?: number;
  blockTime?: null;
  version?: number;
}

interface Entry {
  signature: string;
  slot: number;
  blockTime: number | null;
  keys: string[];
  response: Record<string, unknown>;
}

/** Calls to a node in memory, with as many transactions as a test wants. Nothing is executed or checked. */
export interface FakeSolanaRpc extends Rpc {
  /** The methods that were called. */
  calls: string[];
  nowMs(): number;
  /** Adds a transaction and returns its signature. */
  pay(payment: FakePayment): string;
  /** As many in one slot as on a very busy account. */
  payMany(count: number, payment: FakePayment): string[];
  /** Makes everything final. */
  finalize(): void;
  /** Changes a transaction in responses. */
  tamper(signature: string, change: Record<string, unknown>): void;
  /** The token accounts of each owner, by mint. */
  tokenAccounts: Map<string, { account: string; mint: string }[]>;
}

export function createFakeSolanaRpc(startMs: number): FakeSolanaRpc {
  const entries = new Map<string, Entry>();
  const byAccount = new Map<string, Entry[]>();
  const calls: string[] = [];
  const tokenAccounts: FakeSolanaRpc['tokenAccounts'] = new Map();
  let slot = FIRST_SLOT;
  const timeMsAt = (at: number) => startMs + (at - FIRST_SLOT) * SLOT_MS;
  const finalSlot = () => slot - FINAL_SLOTS;

  function pay({ to, lamports = 1_000_000n, token, keys = [], agoMs = 0, version = 0, ...more }: FakePayment): string {
    const signature = `tx-${entries.size}`;
    const at = slot - Math.round(agoMs / SLOT_MS);
    const blockTime = more.blockTime === null ? null : Math.floor(timeMsAt(at) / 1_000);
    const named = ['payer', to, SYSTEM_PROGRAM, ...(token ? [token.account] : []), ...keys];
    const preBalances = named.map(() => LAMPORTS_BEFORE);
    const paid = token ? 0n : lamports;
    const postBalances = preBalances.map((units, index) => (index === 1 ? units + paid : units));
    const balance = (units: bigint) =>
      token
        ? [
            {
              accountIndex: 3,
              mint: token.mint,
              owner: token.owner,
              uiTokenAmount: { amount: `${units}`, decimals: 6 },
            },
          ]
        : [];
    const response = {
      slot: at,
      blockTime,
      version,
      transaction: {
        signatures: [signature],
        message: { accountKeys: named, header: { numRequiredSignatures: 1 } },
      },
      meta: {
        err: null,
        preBalances,
        postBalances,
        preTokenBalances: balance(0n),
        postTokenBalances: balance(token?.units ?? 0n),
      },
    };
    const entry = { signature, slot: at, blockTime, keys: named, response };
    entries.set(signature, entry);
    // A token transfer names the account, not its owner.
    for (const account of token ? named.filter((key) => key !== to) : named) {
      const own = byAccount.get(account) ?? [];
      byAccount.set(account, own);
      const older = own.findLastIndex((other) => other.slot <= at);
      own.splice(older + 1, 0, entry);
    }
    return signature;
  }

  function list(account: string, { before, limit }: { before?: string; limit: number }): unknown {
    const own = byAccount.get(account) ?? [];
    const end = before === undefined ? own.length : own.findIndex(({ signature }) => signature === before);
    return own
      .slice(Math.max(0, end - limit), Math.max(0, end))
      .toReversed()
      .map((entry) => ({
        signature: entry.signature,
        slot: entry.slot,
        err: null,
        blockTime: entry.blockTime,
        confirmationStatus: entry.slot <= finalSlot() ? 'finalized' : 'confirmed',
      }));
  }

  function clock(): unknown {
    const bytes = Buffer.alloc(40);
    bytes.writeBigInt64LE(BigInt(Math.floor(timeMsAt(finalSlot()) / 1_000)), 32);
    return { context: { slot: finalSlot() }, value: { data: [bytes.toString('base64'), 'base64'] } };
  }

  function answer(method: string, [first, second]: readonly unknown[]): unknown {
    const name = first as string;
    if (method === 'getAccountInfo' && name === CLOCK) return clock();
    if (method === 'getSignaturesForAddress') return list(name, second as { limit: number });
    if (method === 'getTransaction') return entries.get(name)?.response ?? null;
    if (method === 'getTokenAccountsByOwner') {
      const { mint } = second as { mint: string };
      const own = (tokenAccounts.get(name) ?? []).filter((one) => one.mint === mint);
      return { value: own.map(({ account }) => ({ pubkey: account })) };
    }
    if (method === 'getSignatureStatuses') {
      const known = (first as string[]).map((wanted) => entries.get(wanted));
      const statusOf = (entry: Entry) => (entry.slot <= finalSlot() ? 'finalized' : 'confirmed');
      return { value: known.map((entry) => (entry ? { err: null, confirmationStatus: statusOf(entry) } : null)) };
    }
    throw new RpcError(-32_601, `Method not found: ${method}`);
  }

  return {
    connection: 0,
    calls,
    tokenAccounts,
    async call(method, params = []) {
      calls.push(method);
      return answer(method, params);
    },
    nowMs: () => timeMsAt(slot),
    pay,
    payMany: (count, payment) =>
      Array.from({ length: count }, (_, index) => {
        if (index % PAYMENTS_PER_SLOT === 0) slot += 1;
        return pay(payment);
      }),
    finalize: () => {
      slot += FINAL_SLOTS + 8;
    },
    tamper: (signature, change) => {
      const entry = entries.get(signature);
      if (entry) entry.response = { ...entry.response, ...change };
    },
  };
}
