import type { ClaimStep, WalletError } from './payer-steps.ts';
import type { ScreenName } from './screen-of.ts';
import type { UnpayableReason } from './state.ts';

/** What a sentence may name. Every value is isolated already, so that it can stand anywhere in a sentence. */
export interface Values {
  merchant: string;
  received: string;
  remaining: string;
  over: string;
  count: string;
  required: string;
  expired: string;
}

export type Sentence = string | ((values: Values) => string);

export interface ScreenWords {
  title: Sentence;
  text: Sentence;
}

/** All that a payer can read. A language is one object of this type, so a missing sentence breaks the compilation. */
export interface Words {
  pageTitle: (merchant: string) => string;
  testMode: string;
  total: string;
  tax: (percent: string) => string;
  order: string;
  orderNumber: string;
  sendExactly: string;
  sendRest: string;
  network: string;
  address: string;
  onlyThis: (asset: string, network: string) => string;
  chooseNetwork: string;
  qr: (amount: string, network: string) => string;
  openWallet: string;
  payWith: (wallet: string) => string;
  walletBusy: (wallet: string) => string;
  walletSent: string;
  walletFramed: string;
  walletErrors: Record<WalletError, string>;
  copy: string;
  copied: string;
  copyAmount: string;
  copyAddress: string;
  copyFailed: string;
  updatesItself: string;
  timeLeft: string;
  fiveMinutes: string;
  timeUp: string;
  codePlace: string;
  openPage: string;
  notPaidYet: string;
  due: string;
  received: string;
  arriving: string;
  remaining: string;
  overpaid: string;
  checkAgain: string;
  openTab: string;
  back: (merchant: string) => string;
  cancelBack: (merchant: string) => string;
  invoice: string;
  help: string;
  helpText: (merchant: string) => string;
  helpId: string;
  claimTitle: string;
  claimField: string;
  claimSend: string;
  claims: Record<ClaimStep, string>;
  connected: string;
  notices: { lost: ScreenWords; delayed: ScreenWords };
  screens: Record<Exclude<ScreenName, 'unpayable' | 'review'>, ScreenWords>;
  unpayable: Record<UnpayableReason | 'other', ScreenWords>;
  review: { title: string; causes: Record<string, string>; other: string };
}

export interface Language {
  /** BCP 47, without a region. */
  tag: string;
  dir: 'ltr' | 'rtl';
  words: Words;
}

export function say(sentence: Sentence, values: Values): string {
  return typeof sentence === 'string' ? sentence : sentence(values);
}
