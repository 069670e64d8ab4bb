/** A request that cannot be fulfilled, with a message that says why and what to do instead. */
export class UserError extends Error {
  /** For programs that handle this error; the message is for people. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.name = 'UserError';
    this.code = code;
  }
}
