import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { viewHealth } from '../../usecases/webhooks/view-health.ts';
import { defineRoute } from '../server/route.ts';
import { closed, Time } from '../server/shapes.ts';
import { tenantOf } from '../sessions/tenant-of.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const HourSchema = Type.Object(
  {
    at: Time('When the hour began.'),
    delivered: Count('Those that the endpoint accepted.'),
    failed: Count('Those that are not tried again.'),
    pending: Count('Those that are still on their way.'),
  },
  closed,
);

const HealthSchema = Type.Object(
  {
    endpoint: Type.String({ description: 'The ID of the webhook endpoint.' }),
    hours: Type.Array(HourSchema, {
      maxItems: LIMITS.endpointHealthHours,
      description:
        'The deliveries that were created in each of the last hours, oldest first, by what became of them. Of a busy ' +
        `endpoint, the newest ${LIMITS.endpointHealthDeliveriesMax.toLocaleString('en-US')} are counted: hours that are ` +
        'not complete are left out.',
    }),
  },
  { ...closed, title: 'EndpointHealth' },
);

export const viewSessionHealth = defineRoute({
  id: 'dashboard.webhook_endpoints.health',
  method: 'GET',
  path: '/dashboard/api/{mode}/webhook_endpoints/health',
  tag: 'Webhooks',
  summary: 'View the health of all webhook endpoints',
  access: 'session',
  permission: 'events:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns the counts of the last hours.',
      schema: Type.Object({ data: Type.Array(HealthSchema) }, closed),
    },
  },
}).handle(async (context, call) => {
  const health = await viewHealth(context, await context.stores.of(tenantOf(context, call)));
  const data = health.map(({ endpointId, hours }) => ({
    endpoint: endpointId,
    hours: hours.map(({ atMs, ...counts }) => ({ at: new Date(atMs).toISOString(), ...counts })),
  }));
  return { status: 200, body: { data } };
});
