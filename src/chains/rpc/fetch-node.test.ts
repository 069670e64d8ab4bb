import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { fetchNode } from './fetch-node.ts';

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('sends a request again whose idle connection was closed', async () => {
  const used = new Set<Socket>();
  const url = await startServer((request, response) => {
    if (used.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    used.add(request.socket);
    response.end('here');
  });
  for (let count = 0; count < 3; count += 1) expect(await (await fetchNode(url, {})).text()).toBe('here');
  expect(used.size).toBe(3);
});

it('sends it once more only', async () => {
  let requests = 0;
  const url = await startServer((request) => {
    requests += 1;
    request.socket.destroy();
  });
  await expect(fetchNode(url, {})).rejects.toThrow('fetch failed');
  expect(requests).toBe(2);
});

it('does not repeat what fails for another reason', async () => {
  const timeout = AbortSignal.timeout(20);
  let requests = 0;
  const url = await startServer(() => {
    requests += 1;
  });
  await expect(fetchNode(url, { signal: timeout })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(requests).toBeLessThanOrEqual(1);
});
