import type { ClaimResult, CopyKind, SimulationKind, WalletStep } from './payer-action.ts';
import type { ScreenName } from './select-screen.ts';
import type { UnpayableReason } from './state.ts';

/** The values a message can contain. Each one is already isolated from the text direction around it. */
export interface Values {
  merchant: string;
  received: string;
  remaining: string;
  over: string;
  count: string;
  required: string;
  /** The networks that cannot be seen. */
  network: string;
  expired: string;
}

export type Message<V = Values> = string | ((values: V) => string);

export interface ScreenMessages<V = Values> {
  title: Message<V>;
  text: Message<V>;
}

/** The values that a message about a wallet can contain, isolated like the others. */
export interface WalletValues {
  wallet: string;
  network: string;
  asset: string;
  /** The network's coin. */
  coin: string;
}

/** Everything a payer can read. A language is one object of this type, so a missing message fails to compile. */
export interface Messages {
  pageTitle: (merchant: string) => string;
  testMode: string;
  total: string;
  tax: (percent: string) => string;
  order: string;
  orderNumber: string;
  sendExactly: string;
  rate: string;
  /** Before the deadline. */
  payBy: string;
  exchangeFee: string;
  network: string;
  address: string;
  onlyThis: (asset: string, network: string) => string;
  manual: string;
  manualExact: string;
  manualDiffers: string;
  manualFee: string;
  blind: (network: string) => string;
  chooseNetwork: string;
  qr: (amount: string, network: string) => string;
  qrAddress: (network: string) => string;
  /** Below a QR code that holds only the address. */
  qrAddressOnly: string;
  openWallet: string;
  /** Below the link, which does nothing on a device without a wallet. */
  noWallet: string;
  /** Below the buttons of browser wallets. */
  openOtherWallet: string;
  /** Before a command, where no script runs. */
  simulate: string;
  simulations: Record<SimulationKind, string>;
  simulateSent: string;
  simulateFailed: string;
  payWith: (wallet: string) => string;
  walletFramed: string;
  /** Where no link can carry what names the payment, and no browser wallet was found. */
  walletOnly: string;
  /** The way back from a wallet. */
  payAnotherWay: string;
  startOver: string;
  walletSteps: Record<WalletStep, ScreenMessages<WalletValues>>;
  copy: string;
  copied: string;
  copyKinds: Record<CopyKind, string>;
  copyFailed: string;
  autoUpdate: string;
  timeLeft: string;
  fiveMinutesLeft: string;
  qrPlaceholder: string;
  openPage: string;
  notPaidYet: string;
  due: string;
  received: string;
  pending: string;
  remaining: string;
  overpaid: string;
  checkAgain: string;
  openTab: string;
  paidTo: string;
  paidAt: string;
  transaction: string;
  explorer: string;
  morePayments: (count: string) => string;
  print: string;
  pdf: string;
  returning: (merchant: string, seconds: string) => string;
  stay: string;
  back: (merchant: string) => string;
  help: string;
  helpText: (merchant: string) => string;
  helpId: string;
  claimTitle: string;
  claimField: string;
  claimSubmit: string;
  claims: Record<ClaimResult, string>;
  /** Instead of `unavailable` if the server named the network. */
  claimBlind: (network: string) => string;
  prove: string;
  proveElsewhere: string;
  connected: string;
  notices: { lost: ScreenMessages; delayed: ScreenMessages };
  screens: Record<Exclude<ScreenName, 'unpayable' | 'review'>, ScreenMessages>;
  unpayable: Record<UnpayableReason | 'other', ScreenMessages>;
  review: { title: string; causes: Record<string, string>; other: string };
}

export interface Language {
  /** BCP 47, without a region. */
  tag: string;
  dir: 'ltr' | 'rtl';
  messages: Messages;
}

export function formatMessage<V>(message: Message<V>, values: V): string {
  return typeof message === 'string' ? message : message(values);
}
