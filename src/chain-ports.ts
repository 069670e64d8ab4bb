import type { AssetOnNetwork } from './domain/money/asset.ts';
import type { Network } from './domain/networks/network.ts';
import type { Transfer } from './domain/transfers/transfer.ts';

/**
 * One network of one kind of chain. Everything that is special about a chain lies behind this; the loop around it
 * (cursor, roll-back, lease, transaction) is the same for all.
 */
export interface ChainAdapter {
  readonly network: Network;
  /** The assets that can be paid with on this network. */
  readonly assets: readonly AssetOnNetwork[];
  /** What a merchant gives to be paid with; `none` where every intent gets a place without it. */
  readonly walletKind: 'none' | 'address' | 'extended_key';
  /** Understands what a merchant typed. Throws a Refusal whose sentence says what is wrong and what to do instead. */
  readWallet(given: GivenWallet): Wallet;
  /** The place for the money of one intent. With an extended key the same index always gives the same place. */
  placeAt(wallet: Wallet, index: number): Place;
  /** A link that a payer's wallet opens with everything filled in. */
  paymentUri(order: { place: Place; asset: string; amount: bigint }): string;
  /**
   * Reads on from where the last scan ended, a bounded piece at a time. Throws a ChainFault where the nodes are away or
   * contradict themselves: then nothing is credited and the cursor stays.
   */
  scan(cursor: string | undefined, watch: Watch): Promise<Scan>;
  /** What the chain knows now of one transaction that somebody names; none where it does not know it. */
  lookUp(tx: string): Promise<Transfer[]>;
  /** By what name wallets in a browser know this network (Wallet Standard); none where they cannot pay on it. */
  readonly walletChain?: string | undefined;
  /**
   * The unsigned transaction that pays an intent, in base64, for a wallet in the payer's browser. Throws a PayerRefusal
   * where this wallet cannot pay, and a Refusal where none can.
   */
  prepareTransaction?(order: PaymentOrder): Promise<string>;
}

export interface PaymentOrder {
  /** The address that signs and pays. */
  payer: string;
  place: Place;
  /** The asset's code. */
  asset: string;
  amount: bigint;
}

export interface GivenWallet {
  /** An address, an extended public key or a descriptor. */
  text: string;
  /** Asked for where the key itself does not say it. */
  scriptType?: ScriptType;
}

export type ScriptType = 'p2wpkh' | 'p2sh-p2wpkh' | 'p2pkh' | 'p2tr';

/** A wallet in the one form in which it is kept. */
export interface Wallet {
  kind: 'none' | 'address' | 'extended_key';
  text: string;
}

/** Where the money of one intent goes. */
export interface Place {
  address: string;
  /** What the payer's transaction has to name, where many intents share the address. */
  reference: string | undefined;
}

/** What a scan has to know of those who wait for money. */
export interface Watch {
  /** The earliest time at which one of the places was given out: nothing before it matters. */
  sinceMs: number;
  nowMs: number;
  /** Distinct addresses of merchants' wallets, for networks that are read by address. */
  addresses(): Promise<readonly string[]>;
  /** What was seen and is not final yet, with what each transaction spends. */
  pending: readonly PendingTransfer[];
}

export interface PendingTransfer {
  tx: string;
  spends: readonly string[];
  blockHeight: number | undefined;
}

export interface Scan {
  /** Blocks above this height are no longer part of the chain: what stood in them is in no block. */
  rolledBackTo: number | undefined;
  transfers: Transfer[];
  /** Pending transactions that can never count any more: another one in a block has spent what they spend. */
  replaced: string[];
  /** Pending transactions that no node knows at the moment. */
  missing: string[];
  /** Where the next scan begins; only the adapter can read it. */
  cursor: string;
  tipHeight: number;
  /** Everything that was sent before this time has been seen. */
  scannedUntilMs: number;
  /** Whether there is more to read at once. */
  behind: boolean;
}
