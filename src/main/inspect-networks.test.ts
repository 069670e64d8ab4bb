import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { inspectNetworks } from './inspect-networks.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const HASH = `0x${'ab'.repeat(32)}`;

/** A node of a local EVM chain that limits the first calls and cannot trace. */
async function startNode(limited: number): Promise<string> {
  let calls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
      calls += 1;
      if (calls <= limited) {
        response.writeHead(429, { 'retry-after': '0' }).end();
        return;
      }
      const result = answerTo(method);
      const error = { code: -32_601, message: 'Method not found' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => server.close().closeAllConnections());
  return `http://user:s3cret@127.0.0.1:${(server.address() as AddressInfo).port}/key`;
}

function answerTo(method: string): unknown {
  if (method === 'eth_chainId') return '0x7a69';
  if (method !== 'eth_getBlockByNumber') return undefined;
  const timestamp = `0x${Math.floor(Date.now() / 1_000).toString(16)}`;
  return { number: '0x7', hash: HASH, parentHash: HASH, timestamp, transactions: [] };
}

it('says what a node is, what it cannot do, how it limits calls, and what watching costs', async () => {
  const url = await startNode(1);
  const checks = await inspectNetworks(readConfig({ FLORIN_RPC_EVM_LOCAL: url }));
  const [node, calls, off] = checks;
  expect(node).toMatchObject({ name: `evm-local at ${new URL(url).host}`, ok: true });
  expect(node?.detail).toMatch(
    /^reachable, right chain, block 7, \d s old\. It cannot trace, .*\. It limits the rate of calls \(HTTP 429\), so Florin calls it at most [\d.]+ times a second$/,
  );
  expect(calls).toMatchObject({ name: 'evm-local calls', ok: true });
  expect(calls?.detail).toMatch(
    /^at most [\d,]+ a day while payments are expected \([\d,]+ for tokens alone\), [\d,]+ otherwise; plus about ten per payment$/,
  );
  expect(off?.name).toBe('not turned on');
  expect(off?.detail).not.toMatch(/evm-local|simulated/);
  expect(JSON.stringify(checks)).not.toContain('s3cret');
});

it('says nothing of limits where there are none', async () => {
  const [node] = await inspectNetworks(readConfig({ FLORIN_RPC_EVM_LOCAL: await startNode(0) }));
  expect(node?.detail).not.toContain('limits');
});
