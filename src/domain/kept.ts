/** Values that are kept by their key while there is room. Those used least recently go first. */
export class Kept<Value extends object> {
  readonly #bytesMax: number;
  readonly #bytesOf: (value: Value) => number;
  readonly #kept = new Map<string, Value>();
  #bytes = 0;

  constructor(bytesMax: number, bytesOf: (value: Value) => number) {
    this.#bytesMax = bytesMax;
    this.#bytesOf = bytesOf;
  }

  get(key: string): Value | undefined {
    const value = this.#kept.get(key);
    if (value) {
      this.#kept.delete(key);
      this.#kept.set(key, value);
    }
    return value;
  }

  /** A value must not change its size while it is kept. */
  keep(key: string, value: Value): void {
    this.#drop(key);
    this.#kept.set(key, value);
    this.#bytes += this.#bytesOf(value);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const value = this.#kept.get(key);
    if (!value) return;
    this.#bytes -= this.#bytesOf(value);
    this.#kept.delete(key);
  }
}
