import type { Output } from '../command.ts';
import { toneOf } from '../tone-of.ts';

/** The members of a delivery that the command line shows. */
export interface RemoteDelivery {
  id: string;
  state: string;
  event_type: string;
  endpoint: string;
  last_status: number | null;
}

/** A list of deliveries, as an answer of the API has it. */
export function presentDeliveries(answer: { data: readonly RemoteDelivery[] }, empty = 'No deliveries found.'): Output {
  const rows = answer.data.map(({ id, state, event_type: type, endpoint, last_status: status }) => [
    id,
    { text: state, tone: toneOf(state) },
    type,
    endpoint,
    status === null ? '–' : String(status),
  ]);
  const columns = ['ID', 'STATE', 'EVENT', 'ENDPOINT', 'STATUS'];
  return { json: answer, text: { columns, rows, empty } };
}
