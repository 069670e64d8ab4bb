import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { EndpointFailure, RateLimited } from '../rpc/call-endpoint.ts';
import { readEndpoint } from '../rpc/endpoint.ts';
import { RpcError } from '../rpc/rpc.ts';
import { callEsplora, type Format } from './call-esplora.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Asks a server that answers like this. */
async function ask(listener: RequestListener, format: Format = 'json', limits: { timeoutMs?: number } = {}) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const endpoint = readEndpoint(`http://shop:secret@127.0.0.1:${port}/api/`, { nowMs: () => 0 });
  return callEsplora(endpoint, {
    id: 1,
    method: '/blocks/tip',
    params: [format],
    timeoutMs: limits.timeoutMs ?? 5_000,
    responseBytesMax: 100,
    busyCodes: [],
    limitCodes: [],
  });
}

/** Answers with the request and the account. */
const echo: RequestListener = ({ method, url, headers }, response) => {
  const account = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString('utf8');
  response.end(`["${method} ${url}", "${account}"]\n`);
};

const answerWith = (status: number, text = '') => ask((_, response) => void response.writeHead(status).end(text));

it('gets a path below the URL, with user and password, in the format asked for', async () => {
  expect(await ask(echo)).toEqual(['GET /api/blocks/tip', 'shop:secret']);
  expect(await ask(echo, 'text')).toBe('["GET /api/blocks/tip", "shop:secret"]');
  expect(await ask(echo, 'bytes')).toEqual(Buffer.from('["GET /api/blocks/tip", "shop:secret"]\n'));
});

it('tells what the server does not know from a server that does not work', async () => {
  await expect(answerWith(404, 'Transaction not found')).rejects.toEqual(new RpcError(404, 'Transaction not found'));
  await expect(answerWith(400, 'Invalid address')).rejects.toBeInstanceOf(RpcError);
  for (const status of [401, 403, 500, 502, 503, 204])
    await expect(answerWith(status)).rejects.toBeInstanceOf(EndpointFailure);
  await expect(answerWith(200, '<html>')).rejects.toEqual(new EndpointFailure('did not return JSON'));
});

it('learns from the server how long to wait', async () => {
  const limited = ask((_, response) => void response.writeHead(429, { 'retry-after': '7' }).end());
  await expect(limited).rejects.toBeInstanceOf(RateLimited);
  await expect(limited).rejects.toMatchObject({ retryAfterMs: 7_000 });
});

it('bounds the size and the time of a response, and follows no redirect', async () => {
  await expect(ask((_, response) => void response.end('x'.repeat(101)))).rejects.toThrow(
    'returned more than 100 bytes',
  );
  await expect(ask(() => undefined, 'json', { timeoutMs: 50 })).rejects.toThrow('did not respond within 0.05 s');
  const redirect = ask((_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  await expect(redirect).rejects.toThrow('could not be reached');
});
