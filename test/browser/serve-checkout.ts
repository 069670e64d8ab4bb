import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildCheckout, type CheckoutManifest } from '../../web/checkout/build.ts';
import { type RenderOptions, renderCheckout, renderUnknownLink } from '../../web/checkout/render.ts';
import { accentSheet } from '../../web/checkout/view/accent-sheet.ts';
import type { CheckoutState } from '../../web/checkout/view/state.ts';

/** Allows this server's files only; anything else is logged as a console error. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export interface CheckoutServer {
  url: string;
  manifest: CheckoutManifest;
  /** Sets a page's state and notifies open pages. */
  set: (name: string, state: CheckoutState | null) => void;
  /** Drops every request except page loads. */
  goOffline: () => void;
  goOnline: () => void;
  /** All requests in order. */
  requests: string[];
  /** Sets the answer to a wallet that asks for a transaction. */
  prepare: (status: number, body: object) => void;
  close: () => Promise<void>;
}

/** Serves the built checkout with the content security policy of the real server. */
export async function serveCheckout(
  states: Record<string, CheckoutState | null>,
  outDir: string,
): Promise<CheckoutServer> {
  const manifest = await buildCheckout(outDir);
  const current = new Map(Object.entries(states));
  const streams = new Map<ServerResponse, string>();
  const requests: string[] = [];
  let prepared: { status: number; body: object } = { status: 503, body: {} };
  let offline = false;

  const options = (request: URL, base = ''): RenderOptions => ({
    locale: request.searchParams.get('locale'),
    href: `${base}${request.pathname}`,
    scriptUrl: `${base}/files/${manifest.script.file}`,
    scriptIntegrity: manifest.script.integrity,
    languages: Object.fromEntries(
      Object.entries(manifest.languages).map(([tag, { file, integrity }]) => [
        tag,
        { url: `${base}/files/${file}`, integrity },
      ]),
    ),
    styleUrl: `${base}/files/${manifest.style.file}`,
    styleIntegrity: manifest.style.integrity,
    accentUrl: request.searchParams.has('accent')
      ? `${base}/files/accent/${request.searchParams.get('accent')}.css`
      : null,
    parentOrigin: request.searchParams.get('parent'),
    mode: base === '' ? 'page' : 'fragment',
  });

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, area = '', name = '', what = ''] = url.pathname.split('/');
    const state = current.get(name) ?? null;
    requests.push(`${request.method} ${url.pathname}`);
    response.setHeader('access-control-allow-origin', '*');
    if (area !== 'frame') response.setHeader('content-security-policy', POLICY);
    if (area === 'files' && name === 'accent')
      send(response, 200, 'text/css', accentSheet(`#${what.replace('.css', '')}`));
    else if (area === 'files') sendFile(response, join(outDir, name));
    else if (area === 'frame') send(response, 200, 'text/html; charset=utf-8', frame(`${name}${url.search}`));
    else if (area === 'shop' && state !== null) {
      response.setHeader('content-security-policy', shopPolicy(address()));
      const inlined = new URL(`/checkout/${name}${url.search}`, url);
      const fragment = renderCheckout(state, options(inlined, address()));
      send(response, 200, 'text/html; charset=utf-8', shop(fragment));
    } else if (area !== 'checkout') send(response, 204, 'text/plain', '');
    else if (offline && what !== '') request.socket.destroy();
    else if (what === 'status') send(response, state ? 200 : 404, 'application/json', JSON.stringify(state));
    else if (what === 'transaction') {
      const { status, body } = prepared;
      response.setHeader('access-control-allow-headers', 'content-type');
      send(response, request.method === 'OPTIONS' ? 204 : status, 'application/json', JSON.stringify(body));
    } else if (what === 'events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      streams.set(response, name);
      response.on('close', () => streams.delete(response));
      response.write(frameOf(state));
    } else {
      const html = state === null ? renderUnknownLink(options(url)) : renderCheckout(state, options(url));
      send(response, state === null ? 404 : 200, 'text/html; charset=utf-8', html);
    }
  };
  const server = createServer(answer);
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: address(),
    manifest,
    requests,
    prepare: (status, body) => {
      prepared = { status, body };
    },
    set: (name, state) => {
      current.set(name, state);
      for (const [stream, follows] of streams) if (follows === name) stream.write(frameOf(state));
    },
    goOffline: () => {
      offline = true;
      for (const stream of streams.keys()) stream.destroy();
    },
    goOnline: () => {
      offline = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function frameOf(state: CheckoutState | null): string {
  return `event: state\ndata: ${JSON.stringify(state)}\n\n`;
}

/** A merchant's page with the checkout in a frame, which records its messages. */
function frame(target: string): string {
  const listen = 'globalThis.messages = []; addEventListener("message", ({ data }) => messages.push(data));';
  const src = `/checkout/${target}`;
  return `<!doctype html><title>Shop</title><script>${listen}</script><iframe title="Checkout" src="${src}"></iframe>`;
}

/** A merchant's page on another origin with the checkout in its HTML. */
function shop(fragment: string): string {
  return `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${fragment}</main></html>`;
}

/** The minimum content security policy of a merchant's page. */
function shopPolicy(florin: string): string {
  return `default-src 'none'; script-src ${florin}; style-src ${florin}; img-src ${florin}; connect-src ${florin}`;
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

function sendFile(response: ServerResponse, file: string): void {
  send(response, 200, file.endsWith('.js') ? 'text/javascript' : 'text/css', readFileSync(file));
}
