/** The search terms of all merchants of one database. */
export interface SearchIndex {
  /**
   * Writes the terms of intents that are new or were paid since, and, if there are none, of intents from before searches
   * existed. Returns how many intents, or the limit if more may wait, or undefined while another process does it.
   */
  index(limit: number): Promise<number | undefined>;
}
