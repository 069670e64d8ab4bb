import { type Html, html } from './html.ts';

export const errorIndexAddress = '/docs/errors';

export function errorAddress(code: string): string {
  return `${errorIndexAddress}/${encodeURIComponent(code)}`;
}

export function renderErrorLink(code: string): Html {
  return html`<a href="${errorAddress(code)}"><code>${code}</code></a>`;
}
