/** Signs links for people without an API key. */
export interface LinkSigner {
  sign(text: string): string;
  /** Takes the same time for every signature of the right length. */
  isSigned(text: string, signature: string): boolean;
}
