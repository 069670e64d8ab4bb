import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { formatDecimal, parseDecimal } from '../money/decimal.ts';
import { type CryptoAmount, ZERO } from '../money/money.ts';
import type { Payment, PaymentState } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import type { Intent } from './intent.ts';
import { sampleIntent } from './sample-intent.test-fixture.ts';
import { transition } from './transition.ts';

export const CREATED_MS = 1_000_000;
export const EXPIRES_MS = CREATED_MS + 3_600_000;
export const DAY_MS = 86_400_000;

export const intentOf = (amount: string, rate: string, more: Partial<Intent> = {}): Intent =>
  sampleIntent(amount, rate, CREATED_MS, more);

export const payment = (amount: CryptoAmount, state: PaymentState, firstSeenAtMs = CREATED_MS + 1): Payment => ({
  network: 'simulated',
  tx: `${formatDecimal(amount)}-${firstSeenAtMs}`,
  index: 0,
  blockHeight: 1,
  confirmations: 1,
  requirement: { blocks: 2 },
  state,
  voidReason: undefined,
  asset: 'SOL',
  amount,
  tail: ZERO,
  spends: [],
  reorged: false,
  firstSeenAtMs,
  missingSinceMs: undefined,
});

export const targetReadUntil = (scannedUntilMs: number): AssignedTarget => ({
  network: 'simulated',
  address: 'a',
  reference: undefined,
  matchedBy: 'address',
  amounts: [],
  requirement: { blocks: 2 },
  decimals: 18,
  assignedAtMs: CREATED_MS,
  scannedUntilMs,
});

export const ONE = parseDecimal('1');
export const HALF = parseDecimal('0.5');
export const open = (payments: Payment[], more: Partial<Intent> = {}) =>
  intentOf('1 SOL', '1 SOL = $100', { payments, ...more });
/** What an intent becomes at a time. */
export const at = (intent: Intent, nowMs = CREATED_MS + 2) => {
  const { status, review, flags } = transition(intent, DEFAULT_SETTINGS, nowMs)?.intent ?? intent;
  return { status, cause: review?.cause, flags };
};
