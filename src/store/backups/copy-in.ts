import type { Duplex } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

/** What the driver offers and its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

interface Outcome {
  resolve: (rows: number) => void;
  reject: (error: unknown) => void;
}

/** One `COPY … FROM STDIN`. It reads on only when the socket has taken what came before. */
class CopyIn implements Submittable {
  readonly #statement: string;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #done: Outcome;
  /** Why the source ended early; the server then only says that the copy failed. */
  #cause: unknown;
  #isOver = false;
  #isSending = false;
  #rows = 0;

  constructor(statement: string, source: AsyncIterable<Uint8Array>, done: Outcome) {
    this.#statement = statement;
    this.#source = source;
    this.#done = done;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    this.#isSending = true;
    try {
      for await (const bytes of this.#source) {
        if (this.#isOver) return;
        connection.sendCopyFromChunk(bytes);
        if (stream.writableNeedDrain) await drained(stream);
      }
      if (!this.#isOver) connection.endCopyFrom();
    } catch (error) {
      this.#cause = error;
      if (!this.#isOver) connection.sendCopyFail('the backup cannot be read');
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.#done.resolve(this.#rows);
  }

  handleError(error: unknown): void {
    this.#isOver = true;
    this.#done.reject(this.#cause ?? error);
    if (!this.#isSending) void endUnread(this.#source);
  }
}

/** Lets a source go that nobody has begun to read. It would wait for a reader, and keep its connection busy. */
async function endUnread(source: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of source) return;
  } catch {
    // What is wrong with the source does not matter anymore.
  }
}

/** Also settles when the connection is lost: the next statement reports that. */
const drained = (stream: Duplex): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle);
  });

/** Returns the number of rows that were written. */
export const copyIn = (client: Client, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, source, { resolve, reject }));
  });
