import { Problem } from '../../domain/errors.ts';
import type { EndpointId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RenderEvent } from '../../ports/event-dispatch.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';
import { getEnabledEndpoint } from './get-endpoint.ts';
import { resendEvents } from './resend-events.ts';

/** Few enough for one statement, even if the events are large. */
const PAGE_SIZE = 100;

/**
 * Sends the events between two numbers to an endpoint, as far as it wants them. Returns how many. What is pending already
 * counts against the limit, so that many requests do not fill the database and flood the receiver.
 */
export async function resendRange(
  ports: { clock: Clock; random: Random },
  store: Store,
  input: { id: EndpointId | undefined; after: number; before: number; render: RenderEvent },
): Promise<number> {
  const { before, render } = input;
  if (before - input.after - 1 > LIMITS.resentEventsMax) {
    const detail = `Must be at most ${LIMITS.resentEventsMax} events after "after".`;
    const errors = [{ pointer: '#/before', code: 'out_of_range', detail }];
    throw new Problem('validation_failed', 'The range has too many events.', { errors });
  }
  const endpoint = await getEnabledEndpoint(store, input.id);
  let count = 0;
  let after = input.after;
  for (;;) {
    await checkPending(store, endpoint.id);
    const page = await store.events.list({ after, types: endpoint.events, limit: PAGE_SIZE });
    const events = page.filter(({ number }) => number < before);
    if (events.length > 0) count += (await resendEvents(ports, store, { endpoint, events, render })).length;
    after = page.at(-1)?.number ?? before;
    if (page.length < PAGE_SIZE || after >= before - 1) return count;
  }
}

async function checkPending({ deliveries }: Store, id: EndpointId): Promise<void> {
  const pending = await deliveries.countPending(id, LIMITS.resentEventsMax);
  if (pending < LIMITS.resentEventsMax) return;
  const count = LIMITS.resentEventsMax.toLocaleString('en-US');
  throw new Problem('invalid_state', `${count} deliveries to this endpoint are pending. Wait until they are sent.`);
}
