export { relayEvents } from '../usecases/events/relay-events.ts';

export const RELAY_EVENTS_PAUSE_MS = 1_000;
