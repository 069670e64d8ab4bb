import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Replaces the result of a call; undefined passes the call on. */
export type Override = (method: string, params: readonly unknown[]) => unknown;

/** A proxy to a node that a test can interrupt or tamper with while the node keeps running. */
export interface RpcProxy {
  url: string;
  /** `silent` accepts requests and never responds. `closed` drops connections. */
  state: 'open' | 'silent' | 'closed';
  override: Override;
  remove(): Promise<void>;
}

export async function openRpcProxy(nodeUrl: string): Promise<RpcProxy> {
  const { username, password, ...node } = partsOf(nodeUrl);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (proxy.state === 'closed') request.socket.destroy();
    if (proxy.state !== 'open') return;
    const body = await text(request);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    const result = proxy.override(method, params);
    const { authorization = '' } = request.headers;
    const headers = { 'content-type': 'application/json', authorization };
    const reply =
      result === undefined
        ? await (await fetch(node.url, { method: 'POST', headers, body })).text()
        : JSON.stringify({ jsonrpc: '2.0', id, result });
    response.setHeader('content-type', 'application/json').end(reply);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const proxy: RpcProxy = {
    url: `http://${username === '' ? '' : `${username}:${password}@`}127.0.0.1:${port}`,
    state: 'open',
    override: () => undefined,
    remove: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** fetch accepts no URL with a password, so the client sends it as a header. */
function partsOf(address: string): { url: string; username: string; password: string } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { url: url.href, username, password };
}
