import { makeId } from '../../src/domain/ids.ts';
import { renderEvent } from '../../src/http/events/render-event.ts';
import type { EventDispatch, RenderEvent } from '../../src/ports/event-dispatch.ts';
import { dispatchEvents, EVENTS_PER_ROUND } from '../../src/usecases/events/dispatch-events.ts';
import type { Prng } from '../memory/prng.ts';
import { sampleEndpoint, sampleRecord } from '../store/sample-webhooks.ts';
import { checkEvents } from './check-events.ts';
import { START_MS } from './merchants.ts';
import { Crash } from './scheduler.ts';
import type { Simulation } from './simulation.ts';

/** Every merchant wants every event at one endpoint. */
export async function addEndpoints({ backing, merchants, eventPrng }: Simulation): Promise<void> {
  for (const merchantId of merchants.ids) {
    const endpoint = sampleEndpoint({ id: makeId('we', START_MS, eventPrng.bytes(10)) });
    await backing.bind(merchantId).endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
  }
}

/**
 * A round of one or two dispatchers, which may die at any event. They have their own randomness and run between the steps
 * of the others, so that the worlds stay as they were before there were dispatchers.
 */
export async function dispatchSome(simulation: Simulation): Promise<void> {
  const { eventPrng, scheduler } = simulation;
  // The database in memory runs one transaction after another.
  if (scheduler.isBusy || !eventPrng.chance(40)) return;
  const rounds = eventPrng.chance(20) ? 2 : 1;
  await Promise.all(Array.from({ length: rounds }, () => dispatchOnce(simulation)));
  await checkEvents(simulation);
}

/** Without faults, until nothing waits. */
export async function dispatchAll(simulation: Simulation): Promise<void> {
  const { clock, eventPrng, events } = simulation;
  const ports = { clock, random: eventPrng, renderEvent: renderOf(simulation) };
  while ((await dispatchEvents(ports, events)) === EVENTS_PER_ROUND);
  await checkEvents(simulation);
}

async function dispatchOnce(simulation: Simulation): Promise<void> {
  const { clock, eventPrng, events, counters } = simulation;
  const few: EventDispatch = {
    ...events,
    dispatch: (input) => events.dispatch({ ...input, limit: eventPrng.between(1, 12) }),
  };
  const render = eventPrng.chance(15) ? crashAt(eventPrng.below(6), renderOf(simulation)) : renderOf(simulation);
  try {
    await dispatchEvents({ clock, random: eventPrng, renderEvent: render }, few);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    counters.add('dispatcher crashed');
  }
}

const crashAt =
  (count: number, render: RenderEvent, left = { count }): RenderEvent =>
  (event, apiVersion) => {
    left.count -= 1;
    if (left.count < 0) throw new Crash('the dispatcher crashed');
    return render(event, apiVersion);
  };

/** Drawing every body takes time, so only some worlds do. */
const renderOf = ({ drawsBodies }: { drawsBodies: boolean; eventPrng: Prng }): RenderEvent =>
  drawsBodies ? renderEvent : ({ id }) => id;
