import { setTimeout as sleep } from 'node:timers/promises';
import { type Keys, validBody } from '../../support/client.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** A client gives up after this time and does not know whether its request was carried out. */
const CLIENT_MS_MAX = 10_000;
const PAUSE_MS = 10;
/** A client waits longer after an error. */
const ERROR_PAUSE_MS = 200;
const CLIENTS = 8;
/** One in this many orders is paid on the simulated network. */
const PAID_PART = 4;

interface Answer {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
  text: string;
}

interface OrdersOptions {
  /** Where the API is now. */
  baseUrl: () => string;
  keys: Keys;
  signal: AbortSignal;
}

export interface Load {
  /** Resolves when every client has its last answer. */
  end(): Promise<void>;
}

/** Clients that create payment intents with idempotency keys, pay some of them, and remember what they were told. */
export class Orders {
  readonly #options: OrdersOptions;
  readonly sent = new Set<string>();
  /** The intent that was acknowledged for each key. */
  readonly acknowledged = new Map<string, string>();
  /** Intents that were paid in full. */
  readonly paid = new Set<string>();
  readonly violations: string[] = [];
  /** Answers that tell a client to try again. */
  unavailable = 0;
  /** Those of them that say that the key is in flight. */
  inFlight = 0;
  lost = 0;
  slowestMs = 0;

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  /** One create under a key. Undefined unless it was acknowledged. */
  async create(key: string, more: object = {}): Promise<string | undefined> {
    this.sent.add(key);
    const body = { ...validBody(), order_id: key, expires_in: 604_800, ...more };
    const answer = await this.post('/create_checkout_payment_intent', body, { 'idempotency-key': key });
    if (!answer) return undefined;
    if (answer.status !== 201) {
      this.#expectRetryable(key, answer);
      return undefined;
    }
    const { payment_intent_id: id = '' } = (answer.json['payment_intent_response'] ?? {}) as Record<string, string>;
    const before = this.acknowledged.get(key) ?? id;
    if (before !== id) this.violations.push(`${key} was acknowledged as ${before} and as ${id}`);
    this.acknowledged.set(key, id);
    return id;
  }

  /** Pays an intent in full on the simulated network. False if it is unknown whether it was paid. */
  async pay(id: string): Promise<boolean> {
    const answer = await this.post(`/payment_intents/${id}/simulate`, { kind: 'full' });
    if (answer?.status === 200) this.paid.add(id);
    else if (answer) this.#expectRetryable(`the payment of ${id}`, answer);
    return answer?.status === 200;
  }

  /** One order, and for some a payment. Undefined unless it was acknowledged. */
  async #send(key: string): Promise<string | undefined> {
    const id = await this.create(key);
    if (id !== undefined && this.acknowledged.size % PAID_PART === 0) await this.pay(id);
    return id;
  }

  /** Several clients that send orders until told to end. */
  keepSending(name: string): Load {
    const load = { ended: false };
    const { signal } = this.#options;
    const work = async (client: number) => {
      for (let count = 0; !load.ended && !signal.aborted; count += 1) {
        const id = await this.#send(`${name}-${client}-${count}`);
        await sleep(id === undefined ? ERROR_PAUSE_MS : PAUSE_MS);
      }
    };
    const done = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    return {
      async end() {
        load.ended = true;
        await done;
      },
    };
  }

  /** New orders at a steady rate, however long their answers take, until told to end. */
  sendSteadily(name: string, perSecond: number): Load {
    const startedAt = performance.now();
    const open = new Set<Promise<unknown>>();
    let count = 0;
    const timer = setInterval(() => {
      const due = ((performance.now() - startedAt) * perSecond) / 1_000;
      for (; count < due; count += 1) {
        const order = this.#send(`${name}-${count}`).finally(() => open.delete(order));
        open.add(order);
      }
    }, PAUSE_MS);
    this.#options.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    return {
      async end() {
        clearInterval(timer);
        await Promise.all(open);
      },
    };
  }

  /** Waits until this many more orders are acknowledged. */
  async untilAcknowledged(more: number): Promise<void> {
    const wanted = this.acknowledged.size + more;
    await waitUntil(`${more} orders are acknowledged`, () => this.acknowledged.size >= wanted);
  }

  /** Creates one order, repeating it until it is acknowledged, and returns how long that took. */
  async untilCreated(key: string): Promise<number> {
    const startedAt = performance.now();
    await waitUntil(`${key} is acknowledged`, async () => (await this.create(key)) !== undefined);
    return performance.now() - startedAt;
  }

  /** Repeats everything that was not acknowledged, as a client does that retries. */
  async repeatUnanswered(): Promise<number> {
    const open = [...this.sent].filter((key) => !this.acknowledged.has(key));
    const queue = open.values();
    const work = async () => {
      for (const key of queue) await this.untilCreated(key);
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    return open.length;
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer | undefined> {
    const { baseUrl, keys } = this.#options;
    const startedAt = performance.now();
    try {
      const response = await fetch(`${baseUrl()}/${keys.public_key}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.private_key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CLIENT_MS_MAX),
      });
      const text = await response.text();
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    } catch {
      this.lost += 1;
      return undefined;
    }
  }

  /** While something is wrong, the API says so in a way that a client can act on. */
  #expectRetryable(what: string, { status, headers, json, text }: Answer): void {
    const isDocumented =
      (status === 503 && json['code'] === 'unavailable' && headers.has('retry-after')) ||
      (status === 409 && json['code'] === 'idempotency_in_flight');
    if (status === 409) this.inFlight += 1;
    if (isDocumented) this.unavailable += 1;
    else this.violations.push(`${what} was answered with ${status}: ${text}`);
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
