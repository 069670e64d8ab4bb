/** The files that decide about money: amounts, status, policy, finality, matching, following payments, transitions, claims. */
export const MONEY_FILES = [
  'src/domain/intents/amounts.ts',
  'src/domain/intents/derive-status.ts',
  'src/domain/intents/intent-status.ts',
  'src/domain/intents/policy.ts',
  'src/domain/intents/transition.ts',
  'src/domain/payments/finality-requirement.ts',
  'src/domain/payments/finality.ts',
  'src/domain/payments/follow-payments.ts',
  'src/domain/payments/payment.ts',
  'src/domain/transfers/add-ambiguous.ts',
  'src/domain/transfers/assess-claim.ts',
  'src/domain/transfers/reject-transfer.ts',
  'src/domain/transfers/unmatched-reason.ts',
  'src/usecases/payments/record-scan.ts',
] as const;
