import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Refusal } from './mock-call.ts';
import { answerCall } from './mock-calls.ts';
import { type MockState, makeState } from './mock-state.ts';
import { sampleIntent } from './sample-intents.ts';

/** The policy under which the dashboard must work; the server sends the same. */
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
  /** Stores a new test payment and tells the open pages. */
  addIntent(): string;
  close(): Promise<void>;
}

/** The session API in memory and the built dashboard, for development and tests. It checks nothing but what the pages rely on. */
export async function startMock(dist: string, { port = 0, intents = 60 } = {}): Promise<MockServer> {
  const streams = new Set<ServerResponse>();
  let state: MockState;
  const tell = (id: string, status: string, sequence: number) => {
    for (const stream of streams) {
      stream.write(`event: payment_intent\ndata: ${JSON.stringify({ id, status, sequence })}\n\n`);
    }
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', String(error));
      if (refusal.retryAfter !== undefined) response.setHeader('retry-after', String(refusal.retryAfter));
      response.writeHead(refusal.status, { 'content-type': 'application/problem+json' });
      response.end(
        JSON.stringify({
          type: 'about:blank',
          title: refusal.message,
          status: refusal.status,
          detail: refusal.message,
          code: refusal.code,
          request_id: 'req_034xqa4RjG1R9qi1OaoK0H',
          errors: refusal.errors,
        }),
      );
    });
  });

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://mock');
    if (!url.pathname.startsWith('/dashboard/api/')) return servePage(dist, url.pathname, response);
    if (state.broken?.test(url.pathname)) throw new Refusal(500, 'internal', 'Something broke on the server.');
    if (url.pathname.endsWith('/events')) {
      if (!state.streaming) throw new Refusal(503, 'unavailable', 'The stream is away.');
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': hello\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return undefined;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer = answerCall(state, {
      method: request.method ?? 'GET',
      path: url.pathname.slice('/dashboard/api'.length),
      query: url.searchParams,
      body,
      csrf: request.headers['x-florin-csrf'],
      tell,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
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
      tell(intent.id, intent.status, 1);
      return intent.id;
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
