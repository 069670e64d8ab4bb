import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export interface Call {
  id: number;
  method: string;
  params: unknown[];
}

export type Behavior = (call: Call, response: ServerResponse, request: IncomingMessage) => void;

/** A node over real HTTP whose behavior a test can change. */
export interface TestNode {
  host: string;
  url: string;
  calls: Call[];
  behave: Behavior;
}

const servers: Server[] = [];

export async function startNode(behave: Behavior): Promise<TestNode> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = JSON.parse(Buffer.concat(chunks).toString()) as Call;
      node.calls.push(call);
      node.behave(call, response, request);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node: TestNode = { host, url: `http://${host}/`, calls: [], behave };
  return node;
}

/** A URL where no server is listening. */
export async function deadUrl(): Promise<string> {
  const node = await startNode(answer('never'));
  await new Promise((resolve) => {
    servers.pop()?.close(resolve);
  });
  return node.url;
}

export const answer =
  (result: unknown): Behavior =>
  ({ id }, response) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));

export const fail =
  (code: number, message: string, status = 500): Behavior =>
  ({ id }, response) =>
    response.writeHead(status).end(JSON.stringify({ result: null, error: { code, message }, id }));

export const send =
  (text: string, status = 200): Behavior =>
  (_, response) =>
    response.writeHead(status).end(text);

/** The failure that a call is expected to end with. */
export const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error('The call should have failed.')),
    (error: Error) => error,
  );

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
