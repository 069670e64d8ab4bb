import { matchesEvent } from '../../domain/webhooks/matches-event.ts';
import type { EventDispatch } from '../../ports/event-dispatch.ts';
import type { Run } from '../database/database.ts';
import { ENDPOINT_COLUMNS } from '../webhooks/endpoint-row.ts';
import type { NewDelivery } from '../webhooks/new-delivery.ts';
import { tenantName } from './change-notice.ts';
import { isOfIntent, type NumberedEvent, readLoggedEvent } from './event-log.ts';
import { readSubjects } from './read-subjects.ts';

/** The lock keeps an endpoint from being deleted before its new deliveries are there. */
const LIST_ENDPOINTS = `
SELECT merchant_id, livemode, ${ENDPOINT_COLUMNS} FROM florin_data.webhook_endpoints
WHERE status = 'enabled' AND merchant_id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE`;

/**
 * What one transaction may write to deliveries, in characters. A merchant can make events of any size and send each to many
 * endpoints, and the database has seconds for a statement.
 */
const CHARACTERS_MAX = 8 * 1_048_576;

/** The bodies are too large for one transaction. */
export class TooMuch extends Error {
  /** How many of the events are not. */
  readonly fits: number;

  constructor(fits: number) {
    super(`only ${fits} events fit into one transaction`);
    this.fits = fits;
  }
}

/**
 * One delivery for every enabled endpoint that wants an event. What nobody wants is not even read. Throws if this is too much
 * for one transaction, unless it is one event.
 */
export async function makeDeliveries(
  run: Run,
  events: readonly NumberedEvent[],
  { render, newId }: Pick<Parameters<EventDispatch['dispatch']>[0], 'render' | 'newId'>,
): Promise<NewDelivery[]> {
  if (events.length === 0) return [];
  const endpoints = await listEndpoints(run, events);
  const wanted = events
    .map((row) => ({
      row,
      by: (endpoints.get(tenantOf(row)) ?? []).filter((one) => matchesEvent(one.events, row.type)),
    }))
    .filter(({ by }) => by.length > 0);
  const subjectOf = await readSubjects(
    ({ text, values }) => run(text, values),
    wanted.map(({ row }) => row).filter(isOfIntent),
  );
  const deliveries: NewDelivery[] = [];
  let characters = 0;
  for (const { row, by } of wanted) {
    const event = readLoggedEvent(row, subjectOf);
    const bodies = new Map<string, string>();
    for (const endpoint of by) {
      const body = bodies.get(endpoint.api_version) ?? render(event, endpoint.api_version);
      bodies.set(endpoint.api_version, body);
      characters += body.length;
      deliveries.push({ id: newId(), event: row, endpoint, body });
    }
    if (characters > CHARACTERS_MAX && events[0] !== row) throw new TooMuch(events.indexOf(row));
  }
  return deliveries;
}

async function listEndpoints(
  run: Run,
  events: readonly NumberedEvent[],
): Promise<Map<string, NewDelivery['endpoint'][]>> {
  const merchants = [...new Set(events.map(({ merchant_id }) => merchant_id))];
  const rows = await run<NewDelivery['endpoint']>(LIST_ENDPOINTS, [merchants]);
  return Map.groupBy(rows, tenantOf);
}

const tenantOf = ({ merchant_id, livemode }: Pick<NumberedEvent, 'merchant_id' | 'livemode'>): string =>
  tenantName(merchant_id, livemode);
