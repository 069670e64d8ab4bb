/** Something the operator asked for that cannot be done, in a sentence that says why and what to do instead. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}
