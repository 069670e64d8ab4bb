import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

/** Rows are collected into pieces of this size. A larger row is a piece alone. */
const PIECE_BYTES = 64 * 1_024;

/**
 * The rows of a `COPY … TO STDOUT`. While nobody reads them, the socket is paused, so that only the piece being filled and
 * what was already received are in memory.
 */
export class CopyOut extends Readable implements Submittable {
  readonly #statement: string;
  #connection: Connection | undefined;
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #used = 0;
  rows = 0;

  constructor(statement: string) {
    super({ highWaterMark: PIECE_BYTES });
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  /** The reader has given up. The rest is dropped as it comes, so that the connection can take the next statement. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#connection?.stream.resume();
    callback(error);
  }

  /** The driver reuses the memory of a message, so its bytes are copied. Each message is one row. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.destroyed) return;
    this.rows += 1;
    if (this.#used + chunk.length > PIECE_BYTES) this.#pushPiece();
    if (chunk.length > PIECE_BYTES) {
      this.#pushBytes(Buffer.from(chunk));
      return;
    }
    chunk.copy(this.#piece, this.#used);
    this.#used += chunk.length;
  }

  #pushPiece(): void {
    if (this.#used === 0) return;
    this.#pushBytes(this.#piece.subarray(0, this.#used));
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES);
    this.#used = 0;
  }

  #pushBytes(bytes: Buffer): void {
    if (!this.push(bytes) && !this.destroyed) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {
    this.#pushPiece();
  }

  handleReadyForQuery(): void {
    this.#connection?.stream.resume();
    this.push(null);
  }

  handleError(error: Error): void {
    this.#connection?.stream.resume();
    this.destroy(error);
  }
}

export const copyOut = (client: Client, statement: string): CopyOut => client.query(new CopyOut(statement));
