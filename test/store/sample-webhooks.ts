import type { AuditRecord } from '../../src/domain/events/audit-record.ts';
import type { EndpointId, EventId } from '../../src/domain/ids.ts';
import type { Endpoint } from '../../src/domain/webhooks/endpoint.ts';
import type { DeliveryWithBody } from '../../src/ports/deliveries.ts';
import { newId } from './sample-rows.ts';

/** Rows are partitioned by time, so that theirs is the real one, to the second. */
export const STARTED_MS = Math.floor(Date.now() / 1_000) * 1_000;

export const sampleEndpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
  id: newId('we'),
  url: 'https://shop.example/hooks',
  description: 'Shop',
  events: ['*'],
  apiVersion: '2026-11-15',
  sealedSecret: 'sealed',
  previous: undefined,
  status: 'enabled',
  disabledReason: undefined,
  failingSinceMs: undefined,
  lastSuccessAtMs: undefined,
  createdAtMs: STARTED_MS,
  ...more,
});

export const sampleDelivery = (endpointId: EndpointId, more: Partial<DeliveryWithBody> = {}): DeliveryWithBody => {
  const eventId: EventId = more.eventId ?? newId('evt');
  return {
    id: newId('dlv'),
    endpointId,
    eventId,
    eventType: 'payment_intent.succeeded',
    number: 1,
    intentId: newId('pi'),
    state: 'pending',
    attempts: 0,
    nextAttemptAtMs: STARTED_MS,
    lastStatus: undefined,
    lastMs: undefined,
    lastError: undefined,
    deliveredAtMs: undefined,
    createdAtMs: STARTED_MS,
    body: `{"id":"${eventId}"}`,
    ...more,
  };
};

export const sampleRecord = (action: AuditRecord['action']): AuditRecord => ({
  actor: 'contract',
  action,
  subject: 'something',
  details: {},
});
