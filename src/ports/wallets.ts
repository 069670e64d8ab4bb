import type { MerchantId, WalletId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';

/** Where a merchant's money goes on one network. */
export interface StoredWallet {
  id: WalletId;
  merchantId: MerchantId;
  livemode: boolean;
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
   * pending wallet keeps its ID and its time. Undefined if another merchant has this wallet.
   */
  insert(wallet: StoredWallet, audit: AuditEntry): Promise<StoredWallet | undefined>;
  list(merchantId: MerchantId, livemode: boolean): Promise<StoredWallet[]>;
  /** The wallet that it would have replaced stays active. False if the merchant has no such wallet. */
  remove(id: WalletId, merchantId: MerchantId, livemode: boolean, atMs: number, audit: AuditEntry): Promise<boolean>;
  /** Returns the next index, at least `indexMin`. Every index is returned only once. */
  takeIndex(id: WalletId, indexMin: number): Promise<number>;
}
