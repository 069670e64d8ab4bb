import { STATUS_CODES } from 'node:http';
import { type Html, html } from './html.ts';

/** `404 Not Found`; what is no plain number (`default`, `4XX`) is shown as it is. */
export function renderStatus(status: string | number): Html {
  const text = String(status);
  const phrase = Object.hasOwn(STATUS_CODES, text) ? STATUS_CODES[text] : undefined;
  return html`<span class="status ${statusKind(text)}">${text}</span>${phrase !== undefined && html` <span class="phrase">${phrase}</span>`}`;
}

/** The class that colours a status: good, moved, or whose fault it was. */
export function statusKind(status: string): string {
  return { '2': 'is-good', '3': 'is-moved', '4': 'is-refused', '5': 'is-broken' }[status.charAt(0)] ?? 'is-moved';
}
