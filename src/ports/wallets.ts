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
  /** The same for the same wallet, and reveals nothing about it. */
  fingerprint: string;
  /** The first index of an extended key that was never issued. */
  nextIndex: number;
  createdAtMs: number;
  /** From when on it is used. */
  effectiveAtMs: number;
  removedAtMs: number | undefined;
}

/** An address that was derived from an extended key and assigned to an intent. */
export interface IssuedAddress {
  index: number;
  /** Whether money arrived at it. */
  used: boolean;
}

export interface Wallets {
  /**
   * Replaces the merchant's wallet on this network from its effective time on. Returns the wallet as stored: one that is
   * active or pending already keeps its id and its time. Undefined where another merchant has this wallet.
   */
  insert(wallet: StoredWallet, audit: AuditEntry): Promise<StoredWallet | undefined>;
  list(merchantId: MerchantId, livemode: boolean): Promise<StoredWallet[]>;
  /** A wallet that it would have replaced stays active. False where the merchant has no such wallet. */
  remove(id: WalletId, merchantId: MerchantId, livemode: boolean, atMs: number, audit: AuditEntry): Promise<boolean>;
  /** Returns the next index, which is issued only once, and at least `indexMin`. */
  takeIndex(id: WalletId, indexMin: number): Promise<number>;
}
