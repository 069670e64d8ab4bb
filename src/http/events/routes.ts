import { toSessionRoute } from '../server/to-session-route.ts';
import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';
import { listSessionEvents } from './list-session-events.ts';

export const eventRoutes = [listEvents, getEvent, listSessionEvents, toSessionRoute(getEvent)];
