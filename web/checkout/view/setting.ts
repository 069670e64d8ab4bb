import type { ClaimStep, WalletError } from './payer-steps.ts';
import type { PaymentOption } from './state.ts';
import type { Language } from './words.ts';

export type CopyKind = 'amount' | 'address';

/** A wallet of this browser, as it is offered. */
export interface WalletChoice {
  name: string;
  /** A picture that needs no request. */
  icon: string | undefined;
  /** The networks that it can pay on, by their names among wallets. */
  chains: readonly string[];
}

/** How paying with a wallet of this browser goes. */
export interface Paying {
  wallet: string;
  network: string;
  step: 'busy' | 'sent' | WalletError;
  /** What the server said, where it refused. */
  detail?: string;
}

/** What a screen needs beside the intent's state. It is all passed in, so that server and browser draw the same. */
export interface Setting {
  language: Language;
  /** The language with the payer's region where that is known, such as `en-GB`; for numbers and dates. */
  locale: string;
  /** The server's time, in milliseconds. */
  now: number;
  /** Whether a script is there that keeps the page up to date and can copy. */
  live: boolean;
  /** Whether the page stands inside another one's frame, where wallets do not reach it. */
  framed: boolean;
  /** Whether nothing has been heard from the server for too long. */
  lost: boolean;
  /** Where this very page is. */
  href: string;
  /** What the live region says. */
  announcement: string;
  /** What has just been copied: kind and network. */
  copied: string | null;
  /** The network that the payer has chosen, where there are several. */
  network: string | null;
  onNetwork: (network: string) => void;
  wallets: readonly WalletChoice[];
  paying: Paying | null;
  onPay: (wallet: WalletChoice, option: PaymentOption) => void;
  claim: ClaimStep | null;
  onClaim: (tx: string) => void;
  onCopy: (kind: CopyKind, network: string, value: string) => void;
}
