import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a node says instead of the truth; undefined where it says the truth. */
export type Lie = (method: string, params: readonly unknown[]) => unknown;

/** The way to a node, which a test can close or bend while the node itself goes on. */
export interface RpcDoor {
  url: string;
  /** `silent`: takes every question and answers none. `shut`: drops whoever comes. */
  state: 'open' | 'silent' | 'shut';
  lie: Lie;
  remove(): Promise<void>;
}

export async function openRpcDoor(nodeUrl: string): Promise<RpcDoor> {
  const { username, password, ...node } = partsOf(nodeUrl);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (door.state === 'shut') request.socket.destroy();
    if (door.state !== 'open') return;
    const body = await text(request);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    const lie = door.lie(method, params);
    const { authorization = '' } = request.headers;
    const headers = { 'content-type': 'application/json', authorization };
    const told =
      lie === undefined
        ? await (await fetch(node.url, { method: 'POST', headers, body })).text()
        : JSON.stringify({ jsonrpc: '2.0', id, result: lie });
    response.setHeader('content-type', 'application/json').end(told);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const door: RpcDoor = {
    url: `http://${username === '' ? '' : `${username}:${password}@`}127.0.0.1:${port}`,
    state: 'open',
    lie: () => undefined,
    remove: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return door;
}

/** fetch takes no address with a password in it; who asks sends it as a header. */
function partsOf(address: string): { url: string; username: string; password: string } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { url: url.href, username, password };
}
