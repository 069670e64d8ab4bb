/** Something that was asked for and cannot be done, in a sentence that says why and what to do instead. */
export class UserError extends Error {
  /** For programs that have to do something about this one; the sentence is for people. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.name = 'UserError';
    this.code = code;
  }
}
