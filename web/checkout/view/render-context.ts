import type { Language } from './messages.ts';
import type { ClaimResult, CopyKind, SimulationKind, SimulationStep, WalletStep } from './payer-action.ts';
import type { PaymentOption } from './state.ts';

/** A browser wallet that can be offered to the payer. */
export interface WalletChoice {
  name: string;
  /** A data URL, so that showing it needs no request. */
  icon: string | undefined;
  /** Whether it can pay on a network, which is given by its name for browser wallets. */
  pays: (chain: string) => boolean;
  /** Whether it can sign messages. */
  signs: boolean;
}

/** The progress of a payment with a browser wallet. */
export interface Paying {
  wallet: string;
  network: string;
  step: WalletStep;
  /** The server's explanation, if it returned an error. */
  detail?: string;
}

/** What became of a transaction that the payer entered. */
export interface Claim {
  result: ClaimResult;
  /** The network that the server could not look at, if that is the result. */
  network?: string | undefined;
}

/** How the payer can prove a claim that the merchant reviews. */
export interface ProofRequest {
  /** The transaction that the payer entered. */
  tx: string;
  /** The network's name for browser wallets; `null` if no browser wallet can sign on it. */
  wallet_chain: string | null;
  /** The accounts that sent the payment. */
  accounts: readonly string[];
  /** The text to sign. */
  message: string;
}

/** How and when a state is read, which determines its text. */
export interface Reading {
  language: Language;
  /** The language with the payer's region if known, such as `en-GB`; for numbers and dates. */
  locale: string;
  /** The server's time, in milliseconds. */
  now: number;
}

/** Everything a screen needs besides the checkout state. It is passed in so that server and browser render the same. */
export interface RenderContext extends Reading {
  /** Whether a script is running, which keeps the page up to date and can copy. */
  interactive: boolean;
  /** Whether the page is inside a frame, where browser wallets cannot reach it. */
  framed: boolean;
  /** Whether this is the server's page, and not a part of a merchant's page. */
  hosted: boolean;
  /** Whether the server has not answered for too long. */
  lost: boolean;
  /** The URL of this page. */
  href: string;
  /** The text of the live region. */
  announcement: string;
  /** What was just copied: kind and network. */
  copied: string | null;
  /** The selected network, if there are several. */
  network: string | null;
  onNetwork: (network: string) => void;
  wallets: readonly WalletChoice[];
  paying: Paying | null;
  onPay: (wallet: WalletChoice, option: PaymentOption) => void;
  /** The payer no longer waits for the wallet. */
  onLeaveWallet: () => void;
  claim: Claim | null;
  proof: ProofRequest | null;
  /** With a wallet, the claim is proven. */
  onClaim: (tx: string, wallet?: WalletChoice) => void;
  onCopy: (kind: CopyKind, network: string, value: string) => void;
  simulation: SimulationStep | null;
  onSimulate: (kind: SimulationKind) => void;
  /** The seconds until the page returns to the merchant; `null` if it does not. */
  returnsIn: number | null;
  onStay: () => void;
  onPrint: () => void;
}

/** Nothing has happened on the page yet, and no script is running. */
export const UNTOUCHED: Omit<RenderContext, keyof Reading | 'href'> = {
  interactive: false,
  framed: false,
  hosted: false,
  lost: false,
  announcement: '',
  copied: null,
  network: null,
  onNetwork: () => undefined,
  wallets: [],
  paying: null,
  onPay: () => undefined,
  onLeaveWallet: () => undefined,
  claim: null,
  proof: null,
  onClaim: () => undefined,
  onCopy: () => undefined,
  simulation: null,
  onSimulate: () => undefined,
  returnsIn: null,
  onStay: () => undefined,
  onPrint: () => undefined,
};
