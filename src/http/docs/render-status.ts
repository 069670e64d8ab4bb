import { STATUS_CODES } from 'node:http';
import { type Html, html } from './html.ts';

/** `404 Not Found` */
export function renderStatus(status: string | number): Html {
  const text = String(status);
  return html`<span class="status ${statusKind(text)}">${text}</span> <span class="phrase">${STATUS_CODES[text]}</span>`;
}

/** The class that colors a status. */
export function statusKind(status: string): string {
  if (status.startsWith('2')) return 'is-good';
  return status.startsWith('5') ? 'is-error' : 'is-warning';
}
