import type { AssetOnNetwork } from '../domain/money/asset.ts';
import type { CryptoAmount, FiatValue } from '../domain/money/money.ts';
import type { ChainError } from '../domain/networks/chain-error.ts';
import type { Network } from '../domain/networks/network.ts';
import type { NodeState } from '../domain/networks/node-state.ts';
import type { ChainTip, FinalityRequirement } from '../domain/payments/finality-requirement.ts';
import type { Destination, PaymentTarget, TargetMatch } from '../domain/payments/payment-target.ts';
import type { Transfer } from '../domain/transfers/transfer.ts';

/**
 * One network of one kind of chain. Everything specific to a chain is behind this interface. The loop around it (cursor,
 * rollback, lease, transaction) is the same for all.
 */
export interface ChainAdapter {
  readonly network: Network;
  /** How long to wait between two scans; absent if it is what the network's descriptor says. */
  readonly pollMs?: number;
  /** The assets that can be paid with on this network. */
  readonly assets: readonly AssetOnNetwork[];
  /** What a merchant can provide to be paid, the usual kind first; empty if intents get their targets without a wallet. */
  readonly walletKinds: readonly ('address' | 'extended_key')[];
  /**
   * From this worth of an intent on, in units of the displayed currency, several nodes must have the same block before a
   * payment is final. Absent if there is only one node.
   */
  readonly agreementWorth?: FiatValue | undefined;
  /** The nodes that it reads from, in order of preference. Absent where there are none. */
  nodes?(): readonly NodeState[];
  /** Parses what a merchant typed. Throws a UserError that says what is wrong and what to do instead. */
  readWallet(given: GivenWallet): Wallet;
  /** The payment target of one intent. With an extended key, the same index always gives the same target. */
  targetAt(wallet: Wallet, index: number): PaymentTarget;
  /** A link that opens the payer's wallet with everything filled in. */
  paymentUri(request: PaymentRequest): string;
  /** What a QR code holds; absent where it holds the link. */
  qrText?(request: PaymentRequest): string;
  /** Whether a wallet can name a payment in this asset by its reference where otherwise only the exact amount does. */
  takesReference?(asset: string): boolean;
  /**
   * Continues where the last scan ended, by a bounded amount. Throws a ChainError if the nodes do not respond or contradict
   * themselves, and an AbortError if the process stops. Then nothing is credited and the cursor stays.
   */
  scan(cursor: string | undefined, watch: Watch): Promise<Scan>;
  /** A cursor that has read nothing that one of these has not read. Throws a ChainError if one is not its own. */
  earlierCursor(one: string, other: string): string;
  /**
   * Asks a node which chain it is on, even if that was checked before, and returns its newest block. Throws a ChainError
   * if no node responds or the node is on another chain.
   */
  probe(): Promise<NewestBlock>;
  /** What the node cannot do, in sentences for the operator. Absent where every node can do all that is needed. */
  listLimitations?(): Promise<string[]>;
  /**
   * The transfers of one transaction as the chain sees it now; empty if the transaction is unknown. `to` is the address that
   * matters: where each transfer costs calls, those to others may be left out.
   */
  lookUp(tx: string, to?: string): Promise<FoundTransfer[]>;
  /** Whether the owner of an address signed a text. Absent where the owners of addresses cannot sign texts. */
  verifySignedText?(signed: SignedText): Promise<boolean>;
  /**
   * The unsigned transaction that pays an intent, for a wallet in the payer's browser. Throws a PayerError if this wallet
   * cannot pay, and a UserError if no wallet can.
   */
  prepareTransaction?(order: PaymentOrder): Promise<PreparedTransaction>;
}

/** A transaction that only lacks its signatures. */
export interface SerializedTransaction {
  encoding: 'base64';
  transaction: string;
}

/** A call that an EVM wallet makes into a transaction. Quantities are hexadecimal. */
export interface PreparedCall {
  /** By the convention of CAIP-2. */
  chainId: string;
  to: string;
  value: string;
  data: string;
  /** If present, the wallet signs this first, and the signature (v, r, s as words) is appended to `data`. */
  authorization?: Authorization;
}

/** EIP-712 typed data of an EIP-3009 authorization. */
export interface Authorization {
  domain: { name: string; version: string; chainId: number; verifyingContract: string };
  types: Record<'EIP712Domain' | 'TransferWithAuthorization', { name: string; type: string }[]>;
  primaryType: 'TransferWithAuthorization';
  message: Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>;
}

export type PreparedTransaction = SerializedTransaction | PreparedCall;

/** The newest block that a node knows; on a chain with finality, the newest final one. */
export interface NewestBlock {
  height: number;
  timeMs: number;
}

/** A transfer of a transaction that was looked up. */
export interface FoundTransfer extends Transfer {
  /** The accounts that the money came from and whose owners can sign; absent where they cannot. */
  sources?: readonly string[];
}

export interface SignedText {
  address: string;
  text: string;
  /** As the network's wallets encode it; for Solana base64. */
  signature: string;
}

/** The watched networks, by name. */
export type Chains = ReadonlyMap<string, ChainAdapter>;

/** What a payer is asked to send. */
export interface PaymentRequest {
  target: Destination;
  /** The asset's code. */
  asset: string;
  amount: CryptoAmount;
}

export interface PaymentOrder extends PaymentRequest {
  /** The address that signs and pays. */
  payer: string;
  /** What the transaction must carry to be matched. */
  matchedBy: TargetMatch;
}

export interface GivenWallet {
  /** An address, an extended public key or a descriptor. */
  text: string;
  /** Required if the key does not imply it. */
  scriptType?: ScriptType;
}

export type ScriptType = 'p2wpkh' | 'p2sh-p2wpkh' | 'p2pkh' | 'p2tr';

/** A wallet in its canonical form, which is the one that is stored. */
export interface Wallet {
  kind: 'none' | 'address' | 'extended_key';
  text: string;
}

/** The input of a scan. */
export interface Watch {
  /** When the first of the targets was assigned. Nothing before this time matters. */
  sinceMs: number;
  nowMs: number;
  /**
   * Until when a payment in the network's coin can still arrive (open, late window, in-flight limit); undefined if none is
   * expected. It may have passed already.
   */
  coinUntilMs: number | undefined;
  /**
   * The distinct addresses of watched targets, those of merchants' wallets and derived ones, for networks that are read by
   * address. At most `max` + 1 of them, so that a caller sees that there are more. `awaited`: only those of intents that
   * wait for money, or whose expiry waits until they have been read, the one assigned last first.
   */
  addresses(max?: number, which?: 'awaited'): Promise<readonly string[]>;
  /** When the first of the watched targets on such an address was assigned. Nothing sent to it before matters. */
  sinceOf(address: string): Promise<number>;
  /** Payments that are not final yet, with the outputs that each transaction spends. */
  pending: readonly PendingTransfer[];
  /** Whether one of them is final only once several nodes have the same block. */
  needsAgreement: boolean;
}

export interface PendingTransfer {
  tx: string;
  spends: readonly string[];
  blockHeight: number | undefined;
  /** What it waits for, if several nodes must have the same block before it is final. */
  awaits?: { requirement: FinalityRequirement; blockTimeMs: number | undefined } | undefined;
}

/** Up to when an address has been read. */
export interface Lag {
  address: string;
  scannedUntilMs: number;
}

export interface Scan extends ChainTip {
  /** Blocks above this height are no longer part of the chain, so their transfers are in no block. */
  rolledBackTo: number | undefined;
  transfers: Transfer[];
  /**
   * Pending transactions that can never confirm, because a block contains another transaction with the same inputs, or that
   * are in a block again and moved there only what is among the transfers.
   */
  replaced: string[];
  /** Pending transactions that no node knows at the moment. */
  missing: string[];
  /** Where the next scan continues. Only the adapter can read it. */
  cursor: string;
  /** Everything sent before this time has been seen, except what was sent to addresses that lag. */
  scannedUntilMs: number;
  /** The addresses that are read less far than the others, so that they delay nobody else. */
  lagging?: readonly Lag[];
  /** Why some addresses could not be read, although others could. */
  unreadable?: readonly ChainError[];
  /** Whether there is more to read right away. */
  behind: boolean;
  /** Whether payments in the coin were not looked for, because none was expected when the scan began. */
  skippedCoin?: boolean;
}
