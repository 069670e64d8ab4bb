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
];
