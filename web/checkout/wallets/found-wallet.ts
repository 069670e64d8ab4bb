import type { Paying, ProofRequest, WalletChoice } from '../view/render-context.ts';

/** What became of an attempt to pay. */
export type Outcome = Pick<Paying, 'step' | 'detail'>;

export interface PayOrder {
  /** The URL of the checkout. */
  src: string;
  network: string;
  /** The network's name for browser wallets. */
  chain: string;
}

/** A browser wallet that can pay. */
export interface FoundWallet extends WalletChoice {
  /** The outcome is what the wallet reports; only the server knows whether a payment arrived. */
  pay: (order: PayOrder) => Promise<Outcome>;
  /** Lets the account that sent a payment sign the claim on it. Throws if the wallet does not share that account. */
  sign: (proof: ProofRequest) => Promise<{ address: string; signature: string }>;
}

/** Reports the wallets that announce themselves, until the returned function is called. */
export type FindWallets = (onChange: (wallets: readonly FoundWallet[]) => void) => () => void;

/** An icon that can be shown without a request. */
export const iconOf = (icon: unknown): string | undefined =>
  typeof icon === 'string' && /^data:image\/[a-z+]+[;,]/.test(icon) ? icon : undefined;
