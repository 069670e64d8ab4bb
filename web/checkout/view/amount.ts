/** Whether a decimal string is nothing: `0`, `0.00`, or empty. It is read as text, so that no digit is lost. */
export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/**
 * A value inside a sentence, kept apart from the direction of its surroundings: `0.5 SOL` reads from left to right in
 * Arabic too. Isolate characters do it where no element can stand.
 */
export function isolateLtr(value: string): string {
  return `\u2066${value}\u2069`;
}

/** The same for text whose direction is its own affair, such as a merchant's name. */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}
