import type { Cell, Output } from '../command.ts';
import { toneOf } from '../tone-of.ts';

/** The members of a webhook endpoint that the command line shows. */
export interface RemoteEndpoint {
  id: string;
  url: string;
  events: readonly string[];
  status: string;
  disabled_reason: string | null;
  /** Only in the answer to a request that made it. */
  secret?: string;
}

const COLUMNS = ['ID', 'STATUS', 'EVENTS', 'URL'];

const cellsOf = ({ id, status, disabled_reason: reason, events, url }: RemoteEndpoint): Cell[] => [
  id,
  { text: reason === null ? status : `${status} (${reason})`, tone: toneOf(status) },
  events.join(','),
  url,
];

/** One endpoint, with its secret if the server has just made it. */
export function presentEndpoint(endpoint: RemoteEndpoint): Output {
  const { id, url, events, status, secret } = endpoint;
  const members = { id, url, events: events.join(', '), status, ...(secret === undefined ? {} : { secret }) };
  const lines = Object.entries(members).map(([name, value]) => `${name.padEnd(8)}${value}`);
  return { json: endpoint, text: lines.join('\n') };
}

export const presentEndpoints = (answer: { data: readonly RemoteEndpoint[] }): Output => ({
  json: answer,
  text: { columns: COLUMNS, rows: answer.data.map(cellsOf), empty: 'No webhook endpoints found.' },
});
