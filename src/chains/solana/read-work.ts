import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { inParallel } from '../in-parallel.ts';
import type { WalletWork } from './list-work.ts';
import { readTransaction, type Transaction } from './read-transaction.ts';
import { type ReadContext, readTransfers } from './read-transfers.ts';
import type { Commitment, Listed, SolanaNode } from './solana-node.ts';
import { takeTurns } from './take-turns.ts';

const SCAN_TRANSACTIONS_MAX = 200;
const IN_FLIGHT_MAX = 4;

interface Read {
  transaction: Transaction;
  transfers: Transfer[];
}

export interface FinalWork {
  /** By signature. */
  handled: Map<string, Read>;
  /** Wallets with a transaction that cannot be read. They are handled up to it. */
  faults: Map<string, ChainError>;
  /** Why no more was read. */
  error: ChainError | undefined;
}

/** Wallets take turns, and so do the accounts of a wallet, each with its oldest transactions first. */
function share(wallets: readonly WalletWork[], isWanted: (listed: Listed) => boolean): Listed[] {
  const queues = wallets.map(({ listings }) =>
    takeTurns(
      [...listings.values()].map(({ listed }) => listed.filter(isWanted)),
      SCAN_TRANSACTIONS_MAX,
    ),
  );
  return takeTurns(queues, SCAN_TRANSACTIONS_MAX);
}

/**
 * Reads final transactions. One that cannot be read stops the wallets that list it, and no other. If the nodes stop
 * responding, what was read before counts.
 */
export async function readFinal(
  node: SolanaNode,
  wallets: readonly WalletWork[],
  context: ReadContext,
): Promise<FinalWork> {
  const work: FinalWork = { handled: new Map(), faults: new Map(), error: undefined };
  const owners = ownersOf(wallets);
  const isStopped = ({ signature }: Listed) =>
    owners.get(signature)?.every((wallet) => work.faults.has(wallet)) ?? false;
  let queue = share(wallets, ({ finalized }) => finalized);
  while (queue.length > 0) {
    const some = queue.slice(0, IN_FLIGHT_MAX);
    const results = await Promise.allSettled(some.map((one) => readOne(node, one, context)));
    for (const [position, one] of some.entries()) {
      if (isStopped(one)) continue;
      const result = results[position] as PromiseSettledResult<Read>;
      if (result.status === 'fulfilled') {
        work.handled.set(one.signature, result.value);
        continue;
      }
      const error: unknown = result.reason;
      if (!(error instanceof ChainError)) throw error;
      if (error.kind === 'away') return { ...work, error };
      for (const wallet of owners.get(one.signature) ?? []) work.faults.set(wallet, error);
    }
    queue = queue.slice(IN_FLIGHT_MAX).filter((one) => !isStopped(one));
  }
  return work;
}

/** The wallets that list each transaction. */
function ownersOf(wallets: readonly WalletWork[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const { wallet, listings } of wallets)
    for (const { listed } of listings.values())
      for (const { signature } of listed) owners.set(signature, [...(owners.get(signature) ?? []), wallet]);
  return owners;
}

async function readOne(node: SolanaNode, listed: Listed, context: ReadContext): Promise<Read> {
  const transaction = await fetchListed(node, listed, context.final ? 'finalized' : 'confirmed');
  return { transaction, transfers: readTransfers(transaction, context) };
}

async function fetchListed(
  node: SolanaNode,
  { signature, slot }: Listed,
  commitment: Commitment,
): Promise<Transaction> {
  const response = await node.transaction(signature, commitment);
  if (response === undefined)
    throw new ChainError('distrusted', `The Solana transaction ${signature} is listed, but the node cannot return it.`);
  const tx = readTransaction(signature, response);
  if (tx.slot !== slot)
    throw new ChainError('distrusted', `The Solana transaction ${signature} is in another slot than the one listed.`);
  return tx;
}

/**
 * Reads transactions that are not final. One that cannot be read, or whose time is not known yet, is skipped until it is
 * final: without a time, its amount would match nothing, and a transfer that was unmatched once stays so.
 */
export async function readSeen(
  node: SolanaNode,
  wallets: readonly WalletWork[],
  seen: Map<string, Transaction>,
): Promise<Transaction[]> {
  const open = share(wallets, ({ finalized }) => !finalized);
  const signatures = new Set(open.map(({ signature }) => signature));
  for (const signature of seen.keys()) if (!signatures.has(signature)) seen.delete(signature);
  await inParallel(open, IN_FLIGHT_MAX, async (one) => {
    // The same transaction may come back in another slot after a fork.
    const known = seen.get(one.signature);
    if (known?.slot === one.slot && known.blockTimeMs !== undefined) return;
    seen.delete(one.signature);
    await ignoreDistrusted(async () => void seen.set(one.signature, await fetchListed(node, one, 'confirmed')));
  });
  return open.flatMap(({ signature }) => seen.get(signature) ?? []).filter((tx) => tx.blockTimeMs !== undefined);
}

/** Reads final transactions that the lists of this scan do not have. */
export async function readUnlisted(
  node: SolanaNode,
  signatures: readonly string[],
  context: ReadContext,
): Promise<Transfer[]> {
  const found: Transfer[] = [];
  await inParallel(signatures.slice(0, SCAN_TRANSACTIONS_MAX), IN_FLIGHT_MAX, (signature) =>
    ignoreDistrusted(async () => {
      const response = await node.transaction(signature, 'finalized');
      if (response !== undefined) found.push(...readTransfers(readTransaction(signature, response), context));
    }),
  );
  return found;
}

/** What one transaction says must not stop the others. It is read again with every scan. */
async function ignoreDistrusted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind === 'away') throw error;
  }
}
