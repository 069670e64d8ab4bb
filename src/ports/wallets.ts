import type { MerchantId, WalletId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';

/** Where a merchant's money goes on one network, or on all networks of a family. */
export interface StoredWallet {
  id: WalletId;
  merchantId: MerchantId;
  livemode: boolean;
  /** The name of the network, or of the family if the wallet serves all of it. */
  network: string;
  kind: 'address' | 'extended_key';
  sealedText: string;
  /** Identifies a wallet without revealing anything about it. */
  fingerprint: string;
  /** The first index of an extended key that was never assigned. */
  nextIndex: number;
  createdAtMs: number;
  /** The wallet is used from this time on. */
  effectiveAtMs: number;
  removedAtMs: number | undefined;
  /** When the merchant lost it to another one, or the operator released it. */
  releasedAtMs: number | undefined;
}

/** Takes a wallet from the merchant who holds it. */
export interface WalletRelease {
  id: WalletId;
  /** Only if it was removed by this time. */
  removedByMs: number | undefined;
  atMs: number;
  audit: AuditEntry;
}

/** A merchant in one mode, and the wallet that it has or had last. */
export type WalletHolder = Pick<StoredWallet, 'fingerprint' | 'merchantId' | 'livemode'>;

/** What the payment targets of a wallet have in common: its address, or the fingerprint of its extended key. */
export interface TargetsOfWallet {
  /** The networks that the wallet serves. */
  networks: readonly string[];
  address: string | undefined;
  fingerprint: string;
}

/** An address derived from an extended key and assigned to an intent. */
export interface IssuedAddress {
  index: number;
  /** Whether it received money. */
  used: boolean;
}

export interface Wallets {
  /**
   * Replaces the merchant's wallet on this network from its effective time on. Returns the wallet as stored: an active or
   * pending wallet keeps its ID and its time. Undefined if another merchant has this wallet, unless it is released with
   * the same transaction. An index that was ever assigned is not assigned again, by whichever merchant.
   */
  insert(wallet: StoredWallet, audit: AuditEntry, release?: WalletRelease): Promise<StoredWallet | undefined>;
  /** The wallet of the merchant who has it or had it last, unless it was released. */
  findHolder(network: string, fingerprint: string): Promise<StoredWallet | undefined>;
  /** Who has each of these wallets or, if it was released and nobody added it since, who had it last. */
  listHolders(network: string, fingerprints: readonly string[]): Promise<WalletHolder[]>;
  /** Removes a wallet and lets any merchant add it. False if it was released before, or not removed in time. */
  release(release: WalletRelease): Promise<boolean>;
  list(merchantId: MerchantId, livemode: boolean): Promise<StoredWallet[]>;
  /** The wallet that it would have replaced stays active. False if the merchant has no such wallet. */
  remove(id: WalletId, merchantId: MerchantId, livemode: boolean, atMs: number, audit: AuditEntry): Promise<boolean>;
  /** Returns the next index, at least `indexMin`. Every index is returned only once. */
  takeIndex(id: WalletId, indexMin: number): Promise<number>;
}
