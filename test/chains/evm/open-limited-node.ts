import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a free plan of an RPC provider allows. */
export interface Plan {
  callsPerSecond?: number;
  /** Blocks of one `eth_getLogs`. */
  logBlocksMax?: number;
  /** Whether to refuse this call, counted from one. */
  refuses?: (call: number) => boolean;
}

/** A node behind a provider that limits what may be asked of it. */
export interface LimitedNode {
  url: string;
  /** Calls that were passed on. */
  answered: number;
  /** Calls that were answered with 429. */
  refused: number;
  /** Calls whose range of blocks was too long. */
  tooLong: number;
  remove(): Promise<void>;
}

interface Call {
  id: unknown;
  method: string;
  params?: [{ fromBlock?: string; toBlock?: string }?];
}

const SECOND_MS = 1_000;

export async function openLimitedNode(nodeUrl: string, plan: Plan): Promise<LimitedNode> {
  const { callsPerSecond = Number.POSITIVE_INFINITY, logBlocksMax = Number.POSITIVE_INFINITY } = plan;
  const recent: number[] = [];
  let calls = 0;

  function isRefused(): boolean {
    calls += 1;
    if (plan.refuses?.(calls)) return true;
    const now = performance.now();
    while (recent[0] !== undefined && recent[0] <= now - SECOND_MS) recent.shift();
    if (recent.length >= callsPerSecond) return true;
    recent.push(now);
    return false;
  }

  const isTooLong = ({ method, params }: Call) =>
    method === 'eth_getLogs' && Number(params?.[0]?.toBlock) - Number(params?.[0]?.fromBlock) >= logBlocksMax;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const call = JSON.parse(body) as Call;
    const answer = (status: number, error: { code: number; message: string }) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, error }));
    if (isRefused()) {
      limited.refused += 1;
      answer(429, { code: 429, message: 'Your app has exceeded its compute units per second capacity.' });
    } else if (isTooLong(call)) {
      limited.tooLong += 1;
      const message = `You can make eth_getLogs requests with up to a ${logBlocksMax} block range.`;
      answer(400, { code: -32_600, message });
    } else {
      limited.answered += 1;
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(nodeUrl, { method: 'POST', headers, body });
      response.writeHead(200, headers).end(await reply.text());
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const limited: LimitedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: 0,
    refused: 0,
    tooLong: 0,
    remove: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return limited;
}
