import { toSessionRoute } from '../server/to-session-route.ts';
import { createEndpoint } from './create-endpoint.ts';
import { createSessionEndpoint } from './create-session-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { deleteSessionEndpoint } from './delete-session-endpoint.ts';
import { getDelivery } from './get-delivery.ts';
import { getEndpoint } from './get-endpoint.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEndpoints } from './list-endpoints.ts';
import { resendDelivery } from './resend-delivery.ts';
import { resendToEndpoint } from './resend-to-endpoint.ts';
import { rollSecret } from './roll-secret.ts';
import { rollSessionSecret } from './roll-session-secret.ts';
import { sendTestEvent } from './send-test-event.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { updateSessionEndpoint } from './update-session-endpoint.ts';
import { viewSessionHealth } from './view-session-health.ts';

const readable = [listEndpoints, getEndpoint, listDeliveries, getDelivery];

/** Sending again redirects nothing, so the dashboard needs no password for it. */
const sendable = [sendTestEvent, resendToEndpoint, resendDelivery];

export const webhookRoutes = [
  createEndpoint,
  updateEndpoint,
  rollSecret,
  deleteEndpoint,
  ...readable,
  ...sendable,
  ...readable.map((route) => toSessionRoute(route, 'events:read')),
  ...sendable.map((route) => toSessionRoute(route)),
  createSessionEndpoint,
  updateSessionEndpoint,
  rollSessionSecret,
  deleteSessionEndpoint,
  viewSessionHealth,
];
