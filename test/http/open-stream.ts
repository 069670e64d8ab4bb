import { type IncomingMessage, request } from 'node:http';

export interface OpenedStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** Everything that has come so far. */
  text: () => string;
  /** The data of the events that have come so far. */
  events: () => { event: string; data: Record<string, unknown> }[];
  ended: () => boolean;
  close(): void;
}

/** Opens a stream of server-sent events and goes on reading it. */
export function openStream(
  baseUrl: string,
  path: string,
  cookie: string | undefined,
  localAddress = '127.0.0.1',
): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    const headers = cookie === undefined ? {} : { cookie };
    const outgoing = request(`${baseUrl}${path}`, { headers, agent: false, localAddress }, (answer) => {
      let text = '';
      let ended = false;
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('close', () => {
        ended = true;
      });
      answer.on('error', () => undefined);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: () => text,
        events: () =>
          [...text.matchAll(/^event: (\S+)\ndata: (.*)\n\n/gm)].map(([, event = '', data = '{}']) => ({
            event,
            data: JSON.parse(data) as Record<string, unknown>,
          })),
        ended: () => ended,
        close: () => outgoing.destroy(),
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
