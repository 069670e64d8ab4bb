import { walletEvent } from '../../../src/domain/events/wallet-event.ts';
import type { StoredWallet, WalletRelease, Wallets } from '../../../src/ports/wallets.ts';
import { addOutgoingEvents, byId, type ControlTables, checkReference, writeAudit } from './tables.ts';

const isBeside = (one: StoredWallet, { merchantId, livemode, network }: StoredWallet): boolean =>
  one.merchantId === merchantId && one.livemode === livemode && one.network === network;

export function memoryWallets(tables: ControlTables): Wallets {
  const { wallets } = tables;
  const update = (wallet: StoredWallet, more: Partial<StoredWallet>): StoredWallet => {
    const updated = { ...wallet, ...more };
    wallets.set(wallet.id, updated);
    return updated;
  };
  const findHolder = (network: string, fingerprint: string) =>
    [...wallets.values()].find((one) => one.network === network && one.fingerprint === fingerprint);
  const endWallet = (wallet: StoredWallet, atMs: number): void => {
    const { effectiveAtMs, removedAtMs } = wallet;
    update(wallet, { removedAtMs: atMs });
    if (effectiveAtMs <= atMs) return;
    // It never took over: the wallet that it would have replaced stays in use.
    for (const other of wallets.values()) {
      if (isBeside(other, wallet) && other.removedAtMs === effectiveAtMs) update(other, { removedAtMs });
    }
  };
  const releaseWallet = ({ id, removedByMs = Number.POSITIVE_INFINITY, atMs, audit }: WalletRelease): boolean => {
    const wallet = wallets.get(id);
    const removedAtMs = wallet?.removedAtMs ?? Number.POSITIVE_INFINITY;
    if (!wallet || wallet.releasedAtMs !== undefined || removedAtMs > removedByMs) return false;
    if (removedAtMs > atMs) endWallet(wallet, atMs);
    const fingerprint = `${wallet.fingerprint} ${id}`;
    const released = update(wallets.get(id) ?? wallet, { releasedAtMs: atMs, fingerprint });
    writeAudit(tables, audit);
    addOutgoingEvents(tables, [walletEvent(released, 'released', atMs)]);
    return true;
  };
  return {
    async insert(wallet, audit, release) {
      if (release && !releaseWallet(release)) return undefined;
      const { network, fingerprint, createdAtMs } = wallet;
      const known = findHolder(network, fingerprint);
      if (known && !isBeside(known, wallet)) return undefined;
      checkReference(tables.merchants.has(wallet.merchantId), `merchant ${wallet.merchantId}`);
      const former = [...wallets.values()].filter(
        (one) => one.network === network && one.fingerprint.startsWith(fingerprint),
      );
      const nextIndex = Math.max(wallet.nextIndex, ...former.map((one) => one.nextIndex));
      const fresh = { nextIndex, removedAtMs: undefined, releasedAtMs: undefined };
      const stored = known ? update(known, renewed(known, wallet)) : update(wallet, fresh);
      // The previous wallet is used until the new one takes over.
      const untilMs = Math.max(stored.effectiveAtMs, createdAtMs);
      for (const other of wallets.values()) {
        const isReplaced = isBeside(other, wallet) && other.fingerprint !== fingerprint;
        if (isReplaced && (other.removedAtMs ?? Number.POSITIVE_INFINITY) > untilMs) {
          update(other, { removedAtMs: untilMs });
        }
      }
      const details = { ...audit.details, effective_at: new Date(stored.effectiveAtMs).toISOString() };
      writeAudit(tables, { ...audit, subject: stored.id, details });
      addOutgoingEvents(tables, [walletEvent(stored, 'added', audit.atMs)]);
      return stored;
    },

    async list(merchantId, livemode) {
      const own = [...wallets.values()].filter((one) => one.merchantId === merchantId && one.livemode === livemode);
      const networks = [...new Set(own.map(({ network }) => network))].sort();
      return networks.flatMap((network) => byId(own.filter((one) => one.network === network)));
    },

    async remove(id, merchantId, livemode, atMs, audit) {
      const wallet = wallets.get(id);
      if (!wallet || wallet.merchantId !== merchantId || wallet.livemode !== livemode) return false;
      const { removedAtMs } = wallet;
      if (removedAtMs !== undefined && removedAtMs <= atMs) return false;
      endWallet(wallet, atMs);
      writeAudit(tables, audit);
      addOutgoingEvents(tables, [walletEvent({ ...wallet, removedAtMs: atMs }, 'removed', atMs)]);
      return true;
    },

    findHolder: async (network, fingerprint) => findHolder(network, fingerprint),
    listHolders: async (network, fingerprints) =>
      fingerprints.flatMap((fingerprint) => {
        const [lastReleased] = [...wallets.values()]
          .filter((one) => one.network === network && one.fingerprint.startsWith(`${fingerprint} `))
          .sort((a, b) => (b.releasedAtMs ?? 0) - (a.releasedAtMs ?? 0));
        const holder = findHolder(network, fingerprint) ?? lastReleased;
        return holder ? [{ fingerprint, merchantId: holder.merchantId, livemode: holder.livemode }] : [];
      }),
    release: async (release) => releaseWallet(release),

    async takeIndex(id, indexMin) {
      const wallet = wallets.get(id);
      if (!wallet) throw new Error(`the wallet ${id} is not known`);
      const index = Math.max(wallet.nextIndex, indexMin);
      update(wallet, { nextIndex: index + 1 });
      return index;
    },
  };
}

/** A wallet that was removed starts again, one that is active or pending keeps its time; the index only grows. */
function renewed(known: StoredWallet, { nextIndex, createdAtMs, effectiveAtMs }: StoredWallet): Partial<StoredWallet> {
  const isEnded = known.removedAtMs !== undefined && known.removedAtMs <= createdAtMs;
  return {
    removedAtMs: undefined,
    nextIndex: Math.max(known.nextIndex, nextIndex),
    createdAtMs: isEnded ? createdAtMs : known.createdAtMs,
    effectiveAtMs: isEnded ? effectiveAtMs : Math.min(known.effectiveAtMs, effectiveAtMs),
  };
}
