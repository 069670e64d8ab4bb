/** What a word of the API means for the merchant's developers. The reference shows both sentences. */
export interface Meaning {
  meaning: string;
  /** What to do. */
  fix: string;
}
