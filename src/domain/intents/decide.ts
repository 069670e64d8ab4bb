import { isVoid, nameOf } from '../payments/payment.ts';
import type { Intent } from './intent.ts';
import type { Decision } from './review.ts';

/** The intent with a decision about the payments that are known now. */
export function decide(intent: Intent, decision: Omit<Decision, 'payments'>): Intent {
  const payments = intent.payments.filter((payment) => !isVoid(payment)).map(nameOf);
  return { ...intent, decision: { ...decision, payments } };
}
