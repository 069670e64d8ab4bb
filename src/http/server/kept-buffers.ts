/** Buffers that are kept by their key while there is room. Those used least recently go first. */
export class KeptBuffers {
  readonly #bytesMax: number;
  readonly #kept = new Map<string, Buffer>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Buffer | undefined {
    const kept = this.#kept.get(key);
    if (kept) this.keep(key, kept);
    return kept;
  }

  keep(key: string, bytes: Buffer): void {
    this.#drop(key);
    this.#kept.set(key, bytes);
    this.#bytes += bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }
}
