import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MerchantPage {
  url: string;
  close: () => Promise<void>;
}

/** A merchant's page on another origin, with a checkout inline or in a frame, under the documented content security policy. */
export async function openMerchantPage(
  checkoutUrl: string,
  how: 'inlined' | 'frame' = 'inlined',
): Promise<MerchantPage> {
  const { origin } = new URL(checkoutUrl);
  const fragment =
    how === 'frame'
      ? `<iframe title="Checkout" src="${checkoutUrl}" width="480" height="900"></iframe>`
      : await (await fetch(`${checkoutUrl}?embed=1`)).text();
  const own = ['script-src', 'style-src', 'img-src', 'connect-src', 'frame-src'].map(
    (rule) => `${rule} 'self' ${origin}`,
  );
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': own.join('; ') });
    response.end(`<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${fragment}</main></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
