/** The only source of randomness: the same seed gives the same simulation (sfc32). */
export class Prng {
  #a: number;
  #b: number;
  #c = 0x9e3779b9 | 0;
  #count = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 32 random bits. The state is kept in signed numbers, which need no memory of their own. */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  below(bound: number): number {
    return this.next() % bound;
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(percent: number): boolean {
    return this.next() % 1_000 < percent * 10;
  }

  pick<One>(list: readonly One[]): One | undefined {
    return list.length === 0 ? undefined : list[this.below(list.length)];
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let position = 0; position < count; position += 1) bytes[position] = this.next() & 0xff;
    return bytes;
  }
}
