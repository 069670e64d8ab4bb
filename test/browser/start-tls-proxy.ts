import { request } from 'node:http';
import { createServer } from 'node:https';
import { makeCertificate } from '../support/make-certificate.ts';

export interface TlsProxy {
  stop(): Promise<void>;
}

/** What an operator puts in front of a server: HTTPS on one port of this machine, HTTP on another behind it. */
export async function startTlsProxy(port: number, serverPort: number): Promise<TlsProxy> {
  const server = createServer(makeCertificate('localhost'), (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: serverPort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
