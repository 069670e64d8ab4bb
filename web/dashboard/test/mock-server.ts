import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Network } from '../src/api/generated.ts';
import { MockError } from './mock-request.ts';
import { handleRequest } from './mock-routes.ts';
import { type MockState, makeState } from './mock-state.ts';
import { sampleIntent } from './sample-intent.ts';
import { sampleEvents } from './sample-webhooks.ts';

/** The content security policy that the server sends with the dashboard. */
const DASHBOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};

export interface MockServer {
  url: string;
  state: MockState;
  /** Adds a test payment intent and notifies open pages. */
  addIntent(): string;
  /** Adds a test event and notifies open pages. */
  addEvent(type: string): string;
  /** Changes a test network and notifies open pages. */
  changeNetwork(name: string, change: Partial<Network>): void;
  close(): Promise<void>;
}

/** Serves the built dashboard and an in-memory dashboard API for development and tests. It checks only what pages rely on. */
export async function startMockServer(dist: string, { port = 0, intents = 60 } = {}): Promise<MockServer> {
  const streams = new Set<ServerResponse>();
  let state: MockState;
  const notify = (id: string, status: string, sequence: number) => {
    for (const stream of streams) {
      stream.write(`event: payment_intent\ndata: ${JSON.stringify({ id, status, sequence })}\n\n`);
    }
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      const problem = error instanceof MockError ? error : new MockError(500, 'internal', String(error));
      if (problem.retryAfter !== undefined) response.setHeader('retry-after', String(problem.retryAfter));
      response.writeHead(problem.status, { 'content-type': 'application/problem+json' });
      response.end(
        JSON.stringify({
          type: 'about:blank',
          title: problem.message,
          status: problem.status,
          detail: problem.message,
          code: problem.code,
          request_id: 'req_034xqa4RjG1R9qi1OaoK0H',
          errors: problem.errors,
        }),
      );
    });
  });

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://mock');
    if (!url.pathname.startsWith('/dashboard/api/')) return servePage(dist, url.pathname, response);
    if (state.broken?.test(url.pathname)) throw new MockError(500, 'internal', 'Internal error.');
    if (url.pathname.endsWith('/changes')) {
      if (!state.streaming) throw new MockError(503, 'unavailable', 'The event stream is unavailable.');
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': hello\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return undefined;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const result = handleRequest(state, {
      method: request.method ?? 'GET',
      path: url.pathname.slice('/dashboard/api'.length),
      query: url.searchParams,
      body,
      csrf: request.headers['x-florin-csrf'],
      notify,
    });
    response.writeHead(result.status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(result.body === undefined ? undefined : JSON.stringify(result.body));
    return undefined;
  };

  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state = makeState(url, intents);
  return {
    url,
    state,
    addIntent() {
      const all = state.modes.test.intents;
      const intent = sampleIntent(all.length + 1_000, 'requires_payment', new Date(), url);
      all.unshift(intent);
      notify(intent.id, intent.status, 1);
      return intent.id;
    },
    addEvent(type) {
      const { events, intents } = state.modes.test;
      const [intent] = intents;
      const [newest] = sampleEvents(intent ? [intent] : []);
      if (!newest) throw new Error('there is no payment');
      const number = (events[0]?.number ?? 0) + 1;
      const id = `evt_034xqa4RjG1R9q${String(number).padStart(8, '0')}`;
      events.unshift({ ...newest, id, type, number, timestamp: new Date().toISOString() });
      for (const stream of streams) stream.write(`event: event\ndata: ${JSON.stringify({ number })}\n\n`);
      return id;
    },
    changeNetwork(name, change) {
      const network = state.modes.test.networks.find((candidate) => candidate.name === name);
      if (!network) throw new Error(`there is no network ${name}`);
      Object.assign(network, change);
      const data = JSON.stringify({ name, state: network.state });
      for (const stream of streams) stream.write(`event: network\ndata: ${data}\n\n`);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function servePage(dist: string, path: string, response: ServerResponse): void {
  const [, file] = /^\/dashboard\/assets\/([\w.-]+)$/.exec(path) ?? [];
  const name = file ?? 'index.html';
  if (file === undefined && !path.startsWith('/dashboard')) {
    response.writeHead(302, { location: '/dashboard' }).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-security-policy': DASHBOARD_CSP,
  });
  response.end(readFileSync(join(dist, name)));
}
