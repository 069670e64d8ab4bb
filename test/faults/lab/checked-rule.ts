/** A rule that was checked, and what breaks it. */
export interface CheckedRule {
  rule: string;
  broken: readonly string[];
}

/** One broken rule can name thousands of rows; the first ones show the cause. */
const SHOWN_MAX = 5;

/** A sentence for each rule that is broken. */
export const violationsOf = (rules: readonly CheckedRule[]): string[] =>
  rules
    .filter(({ broken }) => broken.length > 0)
    .map(
      ({ rule, broken }) => `${rule}: broken ${broken.length} times, such as ${broken.slice(0, SHOWN_MAX).join('; ')}`,
    );
