import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { originForm } from '../server/origin-form.ts';
import { type ReadinessPorts, readReadiness } from './read-readiness.ts';

/** More than any monitoring system opens. */
const CONNECTIONS_MAX = 64;
const REQUEST_MS_MAX = 10_000;

export interface MonitorPorts extends ReadinessPorts {
  metrics: () => Promise<{ contentType: string; text: string }>;
}

interface Reply {
  status: number;
  contentType: string;
  text: string;
}

/** Answers health checks and scrapes, without loading the code that serves requests. */
export function createMonitor(ports: MonitorPorts): Server {
  const paths: Record<string, () => Promise<Reply>> = {
    '/healthz': async () => json(200, { status: 'ok' }),
    async '/readyz'() {
      const { status, body } = await readReadiness(ports);
      return json(status, body);
    },
    '/metrics': async () => ({ status: 200, ...(await ports.metrics()) }),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const read = paths[originForm(request.url ?? '').split('?', 1)[0] ?? ''];
    const { status, contentType, text } = await (read ? read() : notFound()).catch(failed);
    response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  };
  const limits = { requestTimeout: REQUEST_MS_MAX, headersTimeout: REQUEST_MS_MAX };
  const server = createServer(limits, (request, response) => void answer(request, response));
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

const json = (status: number, body: object): Reply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});

const notFound = async (): Promise<Reply> => json(404, { status: 'not_found' });

const failed = (): Reply => json(503, { status: 'not_ready' });
