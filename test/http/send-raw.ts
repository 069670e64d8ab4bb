import { connect } from 'node:net';
import type { Reply } from '../support/client.ts';

const BOUND_MS = 90_000;

export interface RawReply extends Reply {
  /** From the connection to its end. */
  ms: number;
}

/**
 * Writes text to a bare socket, says nothing more, and reads until the server closes it. A server that keeps the socket
 * open for longer than the bound, which is far above every timeout of the server, fails the test.
 */
export function sendRaw(baseUrl: string, text: string): Promise<RawReply> {
  const { hostname, port } = new URL(baseUrl);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server kept the connection open for ${BOUND_MS} ms. It said: ${received}`));
    }, BOUND_MS);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    // A reset after the answer is how a server ends a connection whose request it does not want to read.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...readAnswer(received), ms: performance.now() - startedAt });
    });
  });
}

function readAnswer(received: string): Reply {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const text = received.slice(end + 4);
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const status = Number(statusLine.split(' ')[1] ?? 0);
  return { status, headers: new Headers(pairs), text, json: readJson(text) };
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
