import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Replaces the result of a call, now or later; undefined passes the call on. */
export type Override = (method: string, params: readonly unknown[]) => unknown;

/** A proxy to a node that a test can interrupt or tamper with while the node keeps running. */
export interface RpcProxy {
  url: string;
  /** `silent` accepts requests and never responds. `closed` drops connections. */
  state: 'open' | 'silent' | 'closed';
  override: Override;
  /** The node that takes the calls, with user and password. */
  target: string;
  /** Sends a response. A test can delay, cut or inflate it. */
  respond: (response: ServerResponse, text: string) => void | Promise<void>;
  remove(): Promise<void>;
}

export async function openRpcProxy(nodeUrl: string): Promise<RpcProxy> {
  const { username, password } = new URL(nodeUrl);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (proxy.state === 'closed') request.socket.destroy();
    if (proxy.state !== 'open') return;
    const body = await text(request);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    const result = await proxy.override(method, params);
    const reply =
      result === undefined ? await callNode(proxy.target, body) : JSON.stringify({ jsonrpc: '2.0', id, result });
    await proxy.respond(response.setHeader('content-type', 'application/json'), reply);
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
    target: nodeUrl,
    respond: (response, reply) => void response.end(reply),
    remove: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** fetch accepts no URL with a password, so it is sent as a header. */
async function callNode(address: string, body: string): Promise<string> {
  const url = new URL(address);
  const account = Buffer.from(`${url.username}:${url.password}`).toString('base64');
  url.username = '';
  url.password = '';
  const headers = { 'content-type': 'application/json', authorization: `Basic ${account}` };
  return (await fetch(url, { method: 'POST', headers, body })).text();
}
