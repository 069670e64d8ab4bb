/** Whether a decimal string is zero: `0`, `0.00`, or empty. It is compared as text so that no digit is lost. */
export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/**
 * Isolates a left-to-right value inside a sentence, so that `0.5 SOL` also reads left to right in Arabic. Unicode
 * isolates work where no element can be used.
 */
export function isolateLtr(value: string): string {
  return `\u2066${value}\u2069`;
}

/** The same for text of unknown direction, such as a merchant's name. */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}
