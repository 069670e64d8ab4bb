/** Reads bytes from the front. Throws a RangeError at the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#position;
  }

  peek(): number {
    return this.#bytes.readUInt8(this.#position);
  }

  take(count: number): Buffer {
    const end = this.#position + count;
    if (end > this.#bytes.length) throw new RangeError('the bytes end before that');
    const taken = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return taken;
  }

  /** The bytes from a position up to the current one. */
  since(position: number): Buffer {
    return this.#bytes.subarray(position, this.#position);
  }

  /** A number in Bitcoin's format of one, three, five or nine bytes. */
  count(): number {
    const first = this.take(1).readUInt8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.take(2).readUInt16LE();
    if (first === 0xfe) return this.take(4).readUInt32LE();
    return Number(this.take(8).readBigUInt64LE());
  }
}
