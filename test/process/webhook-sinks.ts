import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A receiver of webhooks on this machine that counts what reaches it. */
export interface Sink {
  port: number;
  /** With its host as an address. */
  url: string;
  /** TCP connections, whether or not anything was sent on them. */
  connections: number;
  requests: {
    method: string | undefined;
    path: string | undefined;
    headers: IncomingMessage['headers'];
    body: string;
  }[];
  /** Emits `connection` for each of them. */
  server: Server;
  close(): Promise<void>;
}

interface SinkOptions {
  host?: string;
  port?: number;
  tls?: { cert: string; key: string };
}

/** A server of HTTP, or of HTTPS with `tls`. */
export function openSink(listener: RequestListener, options: SinkOptions = {}): Promise<Sink> {
  const requests: Sink['requests'] = [];
  const receive: RequestListener = (request, response) => {
    const { method, url: path, headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
      listener(request, response);
    });
  };
  const server = options.tls ? createSecureServer(options.tls, receive) : createServer(receive);
  return listen(server, requests, options);
}

/** A server that says what it likes on each connection, once it has heard something. */
export function openRawSink(talk: (socket: Socket) => void, options: SinkOptions = {}): Promise<Sink> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => talk(socket));
  });
  return listen(server, [], options);
}

async function listen(server: Server, requests: Sink['requests'], options: SinkOptions): Promise<Sink> {
  const { host = '127.0.0.1', port = 0, tls } = options;
  const sockets = new Set<Socket>();
  const sink: Sink = {
    port: 0,
    url: '',
    connections: 0,
    requests,
    server,
    async close() {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
  server.on('connection', (socket: Socket) => {
    sink.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Otherwise the server ends idle connections, and not the sender.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 60_000;
  server.listen(port, host);
  await once(server, 'listening');
  sink.port = (server.address() as AddressInfo).port;
  sink.url = `http${tls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${sink.port}`;
  return sink;
}
