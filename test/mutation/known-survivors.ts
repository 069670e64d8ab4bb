/** A mutant that no test can kill, or that is not worth killing, and why. */
export interface KnownSurvivor {
  file: string;
  /** The mutated code, as it stands in the file. */
  original: string;
  replacement: string;
  /** A part of its line, where the same code stands in other lines too and the reason holds only here. */
  within?: string;
  reason: string;
}

export const KNOWN_SURVIVORS: readonly KnownSurvivor[] = [
  {
    file: 'src/domain/events/intent-at.ts',
    original: "'flags' in changes && changes.flags",
    replacement: "'flags' in changes || changes.flags",
    reason: 'An event that has flags has a value for them. Only the compiler needs it.',
  },
  {
    file: 'src/domain/events/intent-at.ts',
    original: "'decision' in changes && changes.decision",
    replacement: "'decision' in changes || changes.decision",
    reason: 'An event that has a decision has a value for it. Only the compiler needs it.',
  },
  {
    file: 'src/domain/intents/derive-status.ts',
    original: 'settledWith === undefined',
    replacement: 'false',
    reason: 'No amount is at least undefined, so the comparison behind it says the same. Only the compiler needs it.',
  },
  {
    file: 'src/domain/money/decimal.ts',
    original: 'point < 0',
    replacement: 'point <= 0',
    reason: 'No text of an amount starts with the point: callers match it against a pattern first.',
  },
  {
    file: 'src/domain/money/dust-floor.ts',
    original: '([asset, floor]) => [asset, parseDecimal(floor)]',
    replacement: '() => undefined',
    reason:
      'The module throws while it loads, so no test that needs it runs. Stryker counts that as an error, not as killed.',
  },
  {
    file: 'src/domain/money/money.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason:
      'Of two equal amounts, it does not matter which one is taken, and either way round their difference is zero.',
  },
  {
    file: 'src/domain/payments/finality.ts',
    original: 'worth !== undefined',
    replacement: 'true',
    reason: 'Undefined is below no bound, so the comparison says the same. Only the compiler needs it.',
  },
  {
    file: 'src/domain/payments/follow-payments.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'rejected = []',
    reason: 'The text is not in a block and names no payment.',
  },
  {
    file: 'src/domain/transfers/is-listed.ts',
    original: 'asset === undefined',
    replacement: 'false',
    reason: 'The dust floor of an unknown token is zero, so the comparison says the same. Only the compiler needs it.',
  },
  {
    file: 'src/usecases/payments/match-transfers.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'book.matchTargets(',
    reason: 'Without a key, nothing is looked up among the targets.',
  },
  {
    file: 'src/usecases/payments/match-transfers.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'transfer.isUnexplained ?',
    reason: 'No target has the text as its key.',
  },
  {
    file: 'src/usecases/payments/match-transfers.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'targets.get(key)',
    reason: 'The text has no address, so it is left out like a target at another address.',
  },
  {
    file: 'src/usecases/payments/match-transfers.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'book.listResidents(',
    reason: 'The text has no address, so it owns none.',
  },
  {
    file: 'src/usecases/payments/match-transfers.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'book.matchAmounts(',
    reason: 'The text names no transfer that was sent, so it is left out.',
  },
  {
    file: 'src/usecases/payments/match-transfers.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'book.findOwedByOthers(',
    reason: 'It is there only when no transfer is matched, so nothing is looked up in it.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'const rejected: Transfer[]',
    reason: 'The text is not in a block and names no payment.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'const taken: string[]',
    reason: 'No payment has the text as its transaction.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: 'named.length > 1',
    replacement: 'named.length >= 1',
    reason: 'A transfer that names exactly one intent is handled before.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: 'intentId !== undefined',
    replacement: 'true',
    reason: 'A failed transfer without an intent is not listed, so none gets here. Only the compiler needs it.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: 'intentId === undefined',
    replacement: 'false',
    reason: 'A failed transfer without an intent is not listed, so none gets here. Only the compiler needs it.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'ambiguous: []',
    reason: 'The text has no asset, so it is rejected like an unknown token and puts nothing in doubt.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'book.matchPayments(',
    reason: 'It is there only when no transfer is ours, so nothing is looked up in it.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: 'owner',
    replacement: 'true',
    reason: 'A transfer that names no intent is ours only because it has an owner. Only the compiler needs it.',
  },
  {
    file: 'src/usecases/payments/record-scan.ts',
    original: 'a.ref.id < b.ref.id',
    replacement: 'a.ref.id <= b.ref.id',
    reason: 'Each intent is there once, so no two IDs are equal.',
  },
  {
    file: 'src/usecases/transfers/assign-transfer.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    within: 'spends: []',
    reason:
      'Following a payment does not read the keys of a transfer, and an input that nobody spends replaces nothing.',
  },
  {
    file: 'src/usecases/transfers/assign-transfer.ts',
    original: 'false',
    replacement: 'true',
    reason: 'Following a payment does not ask whether the transfer failed: such a transfer is refused before.',
  },
  {
    file: 'src/usecases/transfers/assign-transfer.ts',
    original: 'id && intentId',
    replacement: 'true',
    reason: 'Without an ID, the store finds nothing. Only the compiler needs it.',
  },
  {
    file: 'src/usecases/transfers/assign-transfer.ts',
    original: 'id && intentId',
    replacement: 'id || intentId',
    reason: 'Without an ID, the store finds nothing. Only the compiler needs it.',
  },
  {
    file: 'src/usecases/transfers/assign-transfer.ts',
    original: 'released === intent',
    replacement: 'false',
    reason: 'It spares a write of the same intent, and every claimant lists the transfer that it claims.',
  },
];
