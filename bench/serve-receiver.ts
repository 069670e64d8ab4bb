import { createServer, type ServerResponse } from 'node:http';

/**
 * Receives webhooks in a separate process and notes when each arrived. The path says how it answers: `/fail…` with 500,
 * `/hang…` not at all, any other with 200. GET returns what arrived since the last time, and ends what hangs.
 */
const hanging = new Set<ServerResponse>();
let receipts: [path: string, eventId: string, atMs: number][] = [];

const server = createServer((request, response) => {
  const { method, url = '', headers } = request;
  if (method === 'GET') {
    for (const one of hanging) one.destroy();
    hanging.clear();
    response.end(JSON.stringify(receipts));
    receipts = [];
    return;
  }
  receipts.push([url, String(headers['webhook-id']), Date.now()]);
  request.resume();
  if (url.startsWith('/hang')) hanging.add(response);
  else request.on('end', () => response.writeHead(url.startsWith('/fail') ? 500 : 200).end());
});

// Senders close idle connections, not the receiver.
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
