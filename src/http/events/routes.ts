import { toSessionRoute } from '../server/to-session-route.ts';
import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';
import { listSessionEvents } from './list-session-events.ts';
import { resendEvent } from './resend-event.ts';

export const eventRoutes = [
  listEvents,
  getEvent,
  resendEvent,
  listSessionEvents,
  toSessionRoute(getEvent, 'events:read'),
  toSessionRoute(resendEvent),
];
