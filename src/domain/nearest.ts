/** At most one typing mistake in this many characters. */
const CHARACTERS_PER_MISTAKE = 3;

/** The known word that was probably meant; undefined if none is near. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, mistakesMax: Math.ceil(word.length / CHARACTERS_PER_MISTAKE) }))
    // Comparing takes time, and each character more or less is a mistake.
    .filter(({ word, mistakesMax }) => Math.abs(word.length - typed.length) <= mistakesMax)
    .map(({ word, mistakesMax }) => ({ word, mistakesMax, mistakes: mistakesBetween(typed, word) }))
    .filter(({ mistakesMax, mistakes }) => mistakes <= mistakesMax)
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return best?.word;
}

/** Letters that are missing, superfluous, wrong or swapped with their neighbor. */
export function mistakesBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const wrong = one[row - 1] === other[column - 1] ? 0 : 1;
      const fewest = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + wrong);
      const isSwapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(isSwapped ? Math.min(fewest, (beforeLast[column - 2] ?? 0) + 1) : fewest);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
