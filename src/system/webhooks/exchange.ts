import type { Dispatcher } from 'undici';
import { LIMITS } from '../../domain/limits.ts';
import type { WebhookRequest, WebhookResponse } from '../../ports/webhook-sender.ts';
import { describeFailure, TOO_LATE } from './describe-failure.ts';
import type { Receiver } from './receiver-guard.ts';
import type { ReceiverPools } from './receiver-pools.ts';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Why we end a connection in which a response still arrives. */
const ENOUGH = new Error('Enough was read.');

/**
 * One request and its response, from the lookup of the name on. The status decides once it is there: if the rest of the
 * response is late, too long or cut off, what has arrived is the response.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #startedMs = performance.now();
  readonly #report: (response: WebhookResponse) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status: number | undefined;
  #headers: Headers | undefined;
  #connection: Dispatcher.DispatchController | undefined;
  #isOver = false;

  /** Starts the clock. */
  constructor(report: (response: WebhookResponse) => void) {
    this.#report = report;
    this.#timer = setTimeout(() => this.#cut(TOO_LATE), LIMITS.webhookMsMax);
  }

  fail(reason: string): void {
    this.#end(reason);
  }

  send(pools: ReceiverPools, receiver: Receiver, { headers, body }: WebhookRequest): void {
    if (this.#isOver) return;
    pools.of(receiver).dispatch({ method: 'POST', path: receiver.path, headers, body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connection = controller;
    // The time may be up before there is a connection.
    if (this.#isOver) controller.abort(ENOUGH);
  }

  onResponseStart(_controller: unknown, status: number, headers: Headers): void {
    // Any number of interim responses may come first.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > LIMITS.webhookResponseBytesMax) this.#cut(undefined);
  }

  onResponseEnd(): void {
    this.#end(undefined);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end(describeFailure(error));
  }

  #cut(reason: string | undefined): void {
    this.#end(reason);
    // The parser of the connection may be in the middle of its work.
    queueMicrotask(() => this.#connection?.abort(ENOUGH));
  }

  #end(reason: string | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#report({
      status: this.#status,
      ms: Math.round(performance.now() - this.#startedMs),
      headers: this.#headers && flatten(this.#headers),
      body: this.#status === undefined ? undefined : this.#readBody(),
      error: this.#status === undefined ? reason : undefined,
    });
  }

  /** PostgreSQL stores no text with a zero byte. */
  #readBody(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(0, LIMITS.webhookResponseBytesMax);
    return bytes.toString('utf8').replaceAll('\0', '\uFFFD');
  }
}

function flatten(headers: Headers): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers))
    flat[name] = typeof value === 'string' ? value : value.join(', ');
  return flat;
}
