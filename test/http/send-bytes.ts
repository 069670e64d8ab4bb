import { type Agent, request } from 'node:http';
import type { Reply } from '../support/client.ts';

/** Far above every timeout of the server. */
const BOUND_MS = 90_000;

export interface BytesRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  agent?: Agent;
  /** Another address of this machine to send from, such as 127.0.0.2. */
  localAddress?: string;
}

/** One request whose method, headers and bytes are exactly the given ones; fails when no whole answer comes. */
export function sendBytes(baseUrl: string, init: BytesRequest): Promise<Reply> {
  const { method = 'GET', path, headers = {}, body, agent, localAddress } = init;
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...lengthOf(init), ...headers },
        ...(agent ? { agent } : {}),
        ...(localAddress === undefined ? {} : { localAddress }),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        const finish = () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString();
          const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
          resolve({ status: answer.statusCode ?? 0, headers: new Headers(pairs), text, json: parse(text) });
        };
        answer.on('end', finish);
        // A stream has no end, so only its head is read.
        if (!answer.headers['content-type']?.startsWith('text/event-stream')) return;
        finish();
        outgoing.destroy();
      },
    );
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`No answer to ${method} ${path} within ${BOUND_MS} ms.`)),
      BOUND_MS,
    );
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(body);
  });
}

const lengthOf = ({ body, headers }: BytesRequest): Record<string, string> =>
  body === undefined || headers?.['transfer-encoding'] !== undefined
    ? {}
    : { 'content-length': String(Buffer.byteLength(body)) };

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
