import { ZERO } from '../../domain/money/money.ts';
import { amountKey } from '../../domain/payments/amount-key.ts';
import type { Transfer, UnmatchedReason } from '../../domain/transfers/transfer.ts';
import { unmatchedReason } from '../../domain/transfers/unmatched-reason.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { findHolders } from '../wallets/find-holders.ts';

/** What the transfers of a network name. */
export interface Matches {
  /** The intents that a transfer names: by address, by reference, or else by its exact amount. */
  namedBy: (transfer: Transfer) => readonly IntentRef[];
  /**
   * The merchant whose wallet received a transfer that names no intent by address or reference; undefined if that merchant
   * has no intents in this database.
   */
  ownerOf: (transfer: Transfer) => Owner | undefined;
}

interface Owner extends Omit<IntentRef, 'id'> {
  /** Why the transfer is unmatched, if nothing else is wrong with it. */
  reason: UnmatchedReason;
}

/**
 * Finds the intents that transfers name. An exact amount names an intent only if the transfer carries nothing else that is
 * known, was first seen after the amount was issued, was not shown to the merchant as unmatched before, and is not also what
 * another open intent owes: its payer may have sent the price instead of the exact amount. A transfer of unknown age may be
 * from before, so its amount names nobody. A balance that grew names nobody either, also where its address has one intent.
 */
export async function matchTransfers(
  book: PaymentBook,
  network: string,
  transfers: readonly Transfer[],
  wallets: Pick<Wallets, 'listHolders'>,
): Promise<Matches> {
  const keys = [...new Set(transfers.flatMap(keysOf))];
  const known = keys.length === 0 ? [] : await book.matchTargets(network, keys);
  const targets = new Map(known.map((target) => [target.key, target]));
  // Anyone can name an intent while paying another address, so the address must match too.
  const named = (transfer: Transfer) =>
    new Map(
      (transfer.isUnexplained ? [] : transfer.keys)
        .flatMap((key) => targets.get(key) ?? [])
        .filter((target) => target.address === transfer.address)
        .map(({ intent }) => [intent.id, intent]),
    );
  const unnamed = transfers.filter((transfer) => named(transfer).size === 0);
  const addresses = [...new Set(unnamed.map(({ address }) => address))];
  const listed = addresses.length === 0 ? [] : await book.listShared(network, addresses);
  const shared = new Map(listed.map(({ address, matchedBy }) => [address, matchedBy]));
  const owners = await findOwners(book, network, [...shared.keys()], wallets);
  const byHand = unnamed.filter(
    (transfer) =>
      shared.has(transfer.address) &&
      !transfer.isUndated &&
      !transfer.isUnexplained &&
      !transfer.keys.some((key) => targets.has(key)),
  );
  const exact = await matchAmounts(book, network, byHand);
  return {
    namedBy(transfer) {
      const paid = exact.get(nameOf(transfer));
      return paid ? [paid] : [...named(transfer).values()];
    },
    ownerOf(transfer) {
      const { address, isUnexplained } = transfer;
      const owner = owners.get(address) ?? (isUnexplained ? targets.get(address)?.intent : undefined);
      if (!owner) return undefined;
      const reason = shared.get(address) === 'amount' ? 'other_amount' : 'no_reference';
      return { merchantId: owner.merchantId, livemode: owner.livemode, reason: unmatchedReason(transfer, reason) };
    },
  };
}

/** The address of a balance tells whose it is, where it belongs to one intent. */
const keysOf = ({ keys, address, isUnexplained }: Transfer): readonly string[] => (isUnexplained ? [address] : keys);

const nameOf = ({ tx, index }: { tx: string; index: number }) => `${tx}:${index}`;

async function findOwners(
  book: PaymentBook,
  network: string,
  shared: readonly string[],
  wallets: Pick<Wallets, 'listHolders'>,
): Promise<Map<string, Omit<IntentRef, 'id'>>> {
  const found = await findHolders(wallets, network, shared);
  const holders = [...found].map(([address, { merchantId, livemode }]) => ({ address, merchantId, livemode }));
  const residents = holders.length === 0 ? [] : await book.listResidents(holders);
  return new Map(residents.map(({ address, ...owner }) => [address, owner]));
}

/** The intents to which the amounts of these transfers were issued, by transfer. */
async function matchAmounts(
  book: PaymentBook,
  network: string,
  transfers: readonly Transfer[],
): Promise<Map<string, IntentRef>> {
  const exact = transfers.flatMap(({ tx, index, address, asset, amount, failed, firstSeenAtMs }) =>
    asset === undefined || failed || amount <= ZERO
      ? []
      : [{ tx, index, address, asset, amount, key: amountKey(address, asset, amount), firstSeenAtMs }],
  );
  const found = exact.length === 0 ? [] : await book.matchAmounts(network, exact);
  const sent = new Map(exact.map((transfer) => [nameOf(transfer), transfer]));
  const matched = found.flatMap(({ intent, assignedAtMs, ...match }) => {
    const transfer = sent.get(nameOf(match));
    return transfer && isAfter(transfer.firstSeenAtMs, assignedAtMs) ? [{ ...transfer, intent }] : [];
  });
  const ambiguous = new Set(matched.length === 0 ? [] : await book.findOwedByOthers(network, matched));
  return new Map(matched.filter((match) => !ambiguous.has(match)).map((match) => [nameOf(match), match.intent]));
}

/** Chains count time in whole seconds. */
const isAfter = (firstSeenAtMs: number, assignedAtMs: number): boolean =>
  Math.floor(firstSeenAtMs / 1_000) >= Math.floor(assignedAtMs / 1_000);
