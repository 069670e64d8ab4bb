/** A mutant that no test can kill, or that is not worth killing, and why. */
export interface KnownSurvivor {
  file: string;
  /** The mutated code, as it stands in the file. */
  original: string;
  replacement: string;
  reason: string;
}

export const KNOWN_SURVIVORS: readonly KnownSurvivor[] = [];
