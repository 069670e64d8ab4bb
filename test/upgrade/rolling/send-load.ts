import { setTimeout as sleep } from 'node:timers/promises';
import { create, createdId, type Keys, send } from '../../support/client.ts';
import { waitUntil } from '../../support/wait-until.ts';

const IN_FLIGHT = 4;
/** Bounds the load on a machine that other work shares. */
const PAUSE_MS = 200;

/** Merchants who create and read payments, and a payer who watches one, until they are stopped. */
export class Load {
  readonly #url: string;
  readonly #keys: Keys;
  readonly #ids: string[] = [];
  readonly #loops: Promise<void>[];
  readonly #ending = new AbortController();
  answered = 0;
  /** How often the payer's page had to open its stream of events. */
  streamsOpened = 0;
  readonly failures: string[] = [];

  constructor(url: string, keys: Keys) {
    this.#url = url;
    this.#keys = keys;
    this.#loops = [this.#follow(), ...Array.from({ length: IN_FLIGHT }, () => this.#order())];
  }

  /** Resolves when so many more requests have been answered. */
  async more(count: number): Promise<void> {
    const until = this.answered + count;
    await waitUntil(`${count} more requests are answered`, () => this.answered >= until);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#loops);
  }

  /** Reads every payment that was acknowledged once more. Returns how many there are. */
  async readAll(): Promise<number> {
    const ids = this.#ids.values();
    const read = async () => {
      for (const id of ids) await this.#expect(200, send(this.#url, this.#keys, `/payment_intents/${id}`));
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, read));
    return this.#ids.length;
  }

  async #order(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const created = await this.#expect(201, create(this.#url, this.#keys));
      if (created) {
        const id = createdId(created);
        this.#ids.push(id);
        // Most likely on another node, which has to know it already.
        await this.#expect(200, send(this.#url, this.#keys, `/payment_intents/${id}`));
      }
      await sleep(PAUSE_MS);
    }
  }

  async #expect(status: number, asked: ReturnType<typeof send>) {
    try {
      const reply = await asked;
      this.answered += 1;
      if (reply.status === status) return reply;
      this.failures.push(`${reply.status}: ${reply.text}`);
    } catch (error) {
      this.failures.push(`${String(error)}: ${String((error as Error).cause)}`);
    }
    return undefined;
  }

  /** A stream may end at any time, but in order, and the next one must open. */
  async #follow(): Promise<void> {
    const id = await waitUntil('there is a payment', () => this.#ids[0] ?? (this.failures.length > 0 ? '' : undefined));
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        const stream = await fetch(`${this.#url}/${this.#keys.public_key}/checkout/${id}/events`, { signal });
        if (stream.status !== 200) this.failures.push(`a stream was answered with ${stream.status}`);
        this.streamsOpened += 1;
        await stream.text();
      } catch (error) {
        if (!signal.aborted) this.failures.push(`a stream: ${String(error)}`);
      }
      await sleep(PAUSE_MS);
    }
  }
}
