import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Mode, makePrivateKey, makePublicKey } from '../../src/domain/keys/key.ts';
import { matchesEvent } from '../../src/domain/webhooks/matches-event.ts';

export interface StandInEvent {
  id: string;
  object: 'event';
  type: string;
  timestamp: string;
  number: number;
  sequence: number;
  data: { object: { id: string; object: string } };
}

export interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = { status: number; body?: unknown };
type Handler = (request: ReceivedRequest) => Answer;

const problem = (status: number, code: string, detail: string): Answer => ({ status, body: { code, detail } });

/**
 * A server that answers like Florin's API as far as commands need it: events that the test adds, as pages and as streams,
 * and whatever else the test says. Streams can be cut.
 */
export class StandInApi {
  readonly credentials: { url: string; publicKey: string; privateKey: string };
  readonly requests: ReceivedRequest[] = [];
  readonly events: StandInEvent[] = [];
  /** Answers by method and path, such as `POST /webhook_endpoints`. */
  readonly answers = new Map<string, Handler>();
  /** While it is set, every request gets it. */
  outage: Answer | undefined;
  readonly #streams = new Set<{ response: ServerResponse; last: number; types: readonly string[] }>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  private constructor(port: number, mode: Mode) {
    const random = new Uint8Array(32).fill(7);
    this.credentials = {
      url: `http://127.0.0.1:${port}`,
      publicKey: makePublicKey(mode, random),
      privateKey: makePrivateKey(mode, random),
    };
  }

  static async start(mode: Mode = 'test'): Promise<StandInApi> {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    await new Promise((resolve) => holder.close(resolve));
    const api = new StandInApi(port, mode);
    await api.listen();
    return api;
  }

  listen(): Promise<void> {
    const port = Number(new URL(this.credentials.url).port);
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.cutStreams();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Adds an event and sends it to the open streams. */
  add(type: string, objectId = 'pi_000000000000000000000A'): StandInEvent {
    const number = this.events.length + 1;
    const event: StandInEvent = {
      id: `evt_${String(number).padStart(22, '0')}`,
      object: 'event',
      type,
      timestamp: new Date(Date.UTC(2026, 10, 16, 12, 0, number)).toISOString(),
      number,
      sequence: this.events.filter(({ data }) => data.object.id === objectId).length + 1,
      data: { object: { id: objectId, object: 'payment_intent' } },
    };
    this.events.push(event);
    for (const stream of this.#streams) this.#feed(stream);
    return event;
  }

  /** Ends the open streams as a server that restarts does. */
  cutStreams(): void {
    for (const { response } of this.#streams) response.destroy();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.credentials.url);
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: url.pathname.replace(`/${this.credentials.publicKey}`, ''),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: await text(request),
    };
    this.requests.push(received);
    const isStream = received.path === '/events' && request.headers.accept === 'text/event-stream';
    const answer = this.#answer(received, isStream);
    if (answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    } else this.#openStream(received, response);
  }

  #answer(request: ReceivedRequest, isStream: boolean): Answer | undefined {
    if (this.outage) return this.outage;
    if (request.headers.authorization !== `Bearer ${this.credentials.privateKey}`) {
      return problem(401, 'invalid_private_key', 'The private key is invalid.');
    }
    if (isStream) return undefined;
    const own = this.answers.get(`${request.method} ${request.path}`);
    if (own) return own(request);
    if (request.method === 'GET' && request.path === '/payment_intents') {
      return { status: 200, body: { data: [], next_cursor: null } };
    }
    if (request.method === 'GET' && request.path === '/events') return this.#page(request.query);
    const event = this.events.find(({ id }) => request.path === `/events/${id}`);
    return event
      ? { status: 200, body: { ...event, deliveries: 0 } }
      : problem(404, 'not_found', 'There is no such object.');
  }

  #page({ after = '0', limit = '50', type = '*', payment_intent: intent }: Record<string, string>): Answer {
    const found = this.events.filter(
      (event) =>
        event.number > Number(after) &&
        matchesEvent(type.split(','), event.type) &&
        (intent === undefined || event.data.object.id === intent),
    );
    const data = found.slice(0, Number(limit));
    const lastNumber = this.events.at(-1)?.number ?? 0;
    return { status: 200, body: { data, has_more: found.length > data.length, last_number: lastNumber } };
  }

  #openStream({ query, headers }: ReceivedRequest, response: ServerResponse): void {
    const last = Number(headers['last-event-id'] ?? query['after'] ?? 0);
    const stream = { response, last, types: (query['type'] ?? '*').split(',') };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 1000\n\n: heartbeat\n\n');
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    this.#feed(stream);
  }

  #feed(stream: { response: ServerResponse; last: number; types: readonly string[] }): void {
    for (const event of this.events.filter(({ number }) => number > stream.last)) {
      stream.last = event.number;
      if (!matchesEvent(stream.types, event.type)) continue;
      stream.response.write(`id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
  }
}
