import type { MerchantId } from '../../src/domain/ids.ts';
import type { LoggedEvent } from '../../src/ports/event-log.ts';
import type { Simulation } from './simulation.ts';
import { Violation } from './violation.ts';

const PAGE = 100;

/** What a merchant that reads its events one after another knows. */
interface Reader {
  number: number;
  ids: Set<string>;
  /** The last sequence of each intent. */
  sequences: Map<string, number>;
}

/** What must hold for the events that got numbers since the last check. */
export async function checkEvents(simulation: Simulation): Promise<void> {
  for (const merchantId of simulation.merchants.ids) {
    const reader = readerOf(simulation, merchantId);
    const { events } = simulation.backing.bind(merchantId);
    for (;;) {
      const page = await events.list({ after: reader.number, limit: PAGE });
      for (const event of page) checkEvent(reader, event);
      if (page.length < PAGE) break;
    }
    const last = await events.lastNumber();
    if (last !== reader.number) {
      throw new Violation('numbers have no gaps', `the last is ${last}, and ${reader.number} can be read`);
    }
  }
}

function readerOf({ readers }: Simulation, merchantId: MerchantId): Reader {
  const reader = readers.get(merchantId) ?? { number: 0, ids: new Set(), sequences: new Map() };
  readers.set(merchantId, reader);
  return reader;
}

function checkEvent(reader: Reader, { id, number, type, atMs, subject }: LoggedEvent): void {
  if (number !== reader.number + 1) throw new Violation('numbers have no gaps', `${number} after ${reader.number}`);
  reader.number = number;
  if (reader.ids.has(id)) throw new Violation('an event gets one number', `${type} ${id}`);
  reader.ids.add(id);
  if (!('intent' in subject)) return;
  const { intent, timeline, sequence } = subject;
  const name = intent.orderId;
  if (!timeline.some((entry) => entry.sequence === sequence && entry.type === type && entry.atMs === atMs)) {
    throw new Violation('only what was committed gets a number', `${type} ${sequence}`, name);
  }
  const before = reader.sequences.get(intent.id) ?? 0;
  if (sequence !== before + 1) {
    throw new Violation('events of an intent are numbered in order', `${sequence} after ${before}`, name);
  }
  reader.sequences.set(intent.id, sequence);
}

/** At the end, every event has its number, and one delivery. */
export async function checkAllNumbered(simulation: Simulation): Promise<void> {
  for (const { merchantId, intent } of await simulation.backing.inspect(simulation.merchants.ids, true)) {
    const last = readerOf(simulation, merchantId).sequences.get(intent.id) ?? 0;
    if (last !== intent.sequence) {
      throw new Violation('every event gets a number', `${last} of ${intent.sequence}`, intent.orderId);
    }
  }
  for (const merchantId of simulation.merchants.ids) {
    const deliveries = await simulation.backing.bind(merchantId).deliveries.list({ limit: 10_000 });
    const { number } = readerOf(simulation, merchantId);
    if (deliveries.length !== number || new Set(deliveries.map(({ eventId }) => eventId)).size !== number) {
      throw new Violation('every event has one delivery', `${deliveries.length} of ${number}`);
    }
  }
}
