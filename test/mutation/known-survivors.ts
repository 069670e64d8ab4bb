/** A mutant that no test can kill, or that is not worth killing, and why. */
export interface KnownSurvivor {
  file: string;
  /** The mutated code, as it stands in the file. */
  original: string;
  replacement: string;
  reason: string;
}

export const KNOWN_SURVIVORS: readonly KnownSurvivor[] = [
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
    file: 'src/usecases/transfers/assign-transfer.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
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
