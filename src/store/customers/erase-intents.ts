import { ERASED_BUYER, ERASED_EMAIL, eraseRequest, eraseShown } from '../../domain/customers/erase-personal-data.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import { buyerOf } from '../../domain/invoices/invoice.ts';
import type { EraseStep } from '../../ports/customers.ts';
import { writeAuditRecord } from '../audit/write-audit-record.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { storedBuyer, toJsonb } from '../invoices/invoice-record.ts';
import { forgetTerms } from '../searches/forget-terms.ts';

interface Found {
  id: string;
  request_body: string;
  created_at: Date;
}

/** One step: locks some intents of the customer, and erases the data in every row that belongs to them. */
export async function eraseIntents(run: Run, { merchant, livemode }: Tenancy, step: EraseStep): Promise<number> {
  const tenant = [merchant, livemode];
  const found = await run<Found>(
    `SELECT id, request_body, created_at FROM florin_data.payment_intents
     WHERE merchant_id = $1 AND livemode = $2 AND lower(customer_email) = lower($3)
       AND status IN ('succeeded', 'canceled', 'expired') ORDER BY id LIMIT $4 FOR UPDATE`,
    [...tenant, step.email, step.limit],
  );
  if (found.length === 0) return 0;
  const intents = found.map((row) => Object.assign(row, { request: JSON.parse(row.request_body) as IntentRequest }));
  const ids = intents.map(({ id }) => id);
  await eraseBuyers(run, tenant, intents, step.withInvoices);
  const erased = new Map(intents.map(({ id, request }) => [id, eraseRequest(request)]));
  await eraseAnswers(run, tenant, intents, erased);
  await eraseDeliveries(run, tenant, ids, erased);
  await run(
    `UPDATE florin_data.request_log SET request_body = NULL, response_body = NULL
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = ANY ($3::uuid[])
       AND (request_body IS NOT NULL OR response_body IS NOT NULL)`,
    [...tenant, ids],
  );
  await run(
    `UPDATE florin_data.payment_intents AS intent SET request_body = erased.body, customer_email = $3, erased_at = $4
     FROM unnest($5::uuid[], $6::text[]) AS erased (id, body)
     WHERE merchant_id = $1 AND livemode = $2 AND intent.id = erased.id`,
    [...tenant, ERASED_EMAIL, new Date(step.atMs), ids, ids.map((id) => JSON.stringify(erased.get(id)))],
  );
  await forgetTerms(run, { merchant, livemode }, ids);
  const details = { payment_intents: ids.length, invoices: step.withInvoices, address: step.address };
  const audit = { actor: step.actor, action: 'customer.erased', subject: step.subject, details } as const;
  await writeAuditRecord(run, tenant, audit, step.atMs);
  return ids.length;
}

/** An invoice of a version that took the buyer from the intent gets a copy first, because the law wants it kept. */
async function eraseBuyers(
  run: Run,
  tenant: unknown[],
  intents: readonly (Found & { request: IntentRequest })[],
  withInvoices: boolean,
): Promise<void> {
  const buyers = intents.map(({ request }) => toJsonb(storedBuyer(withInvoices ? ERASED_BUYER : buyerOf({ request }))));
  await run(
    `UPDATE florin_data.invoices SET document = jsonb_set(document, '{buyer}', buyer)
     FROM unnest($3::uuid[], $4::jsonb[]) AS bought (id, buyer)
     WHERE merchant_id = $1 AND livemode = $2 AND payment_intent_id = bought.id AND ($5 OR document -> 'buyer' IS NULL)`,
    [...tenant, intents.map(({ id }) => id), buyers, withInvoices],
  );
}

/** A key has the time of its intent. The answer to a create request can contain the whole intent. */
async function eraseAnswers(
  run: Run,
  tenant: unknown[],
  intents: readonly Found[],
  erased: ReadonlyMap<string, IntentRequest>,
): Promise<void> {
  const rows = await run<{ key: string; intent_id: string; answer: string }>(
    `SELECT key, intent_id, answer FROM florin_data.idempotency_keys
     WHERE created_at = ANY ($3::timestamptz[]) AND merchant_id = $1 AND livemode = $2 AND intent_id = ANY ($4::uuid[])`,
    [...tenant, intents.map(({ created_at }) => created_at), intents.map(({ id }) => id)],
  );
  const answers = rows.map(({ intent_id, answer }) => {
    const parsed = JSON.parse(answer) as { payment_intent_response: { payment_intent?: Record<string, unknown> } };
    const response = parsed.payment_intent_response;
    const request = erased.get(intent_id);
    if (response.payment_intent && request) response.payment_intent = eraseShown(response.payment_intent, request);
    return JSON.stringify(parsed);
  });
  await run(
    `UPDATE florin_data.idempotency_keys AS kept SET answer = erased.answer
     FROM unnest($3::text[], $4::text[]) AS erased (key, answer)
     WHERE merchant_id = $1 AND livemode = $2 AND kept.key = erased.key`,
    [...tenant, rows.map(({ key }) => key), answers],
  );
}

/** What was or will be sent to webhook endpoints, and what they answered. */
async function eraseDeliveries(
  run: Run,
  tenant: unknown[],
  ids: readonly string[],
  erased: ReadonlyMap<string, IntentRequest>,
): Promise<void> {
  const events = await run<{ intent_id: string; sequence: number; created_at: Date }>(
    `SELECT intent_id, sequence, created_at FROM florin_data.events
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = ANY ($3::uuid[])`,
    [...tenant, ids],
  );
  const eventIds = events.map(({ intent_id, sequence, created_at }) =>
    uuidOf(eventIdOf(idFromUuid('pi', intent_id), sequence, created_at.getTime())),
  );
  const rows = await run<{ id: string; created_at: Date; intent_id: string; body: string }>(
    `SELECT id, created_at, intent_id, body FROM florin_data.deliveries
     WHERE merchant_id = $1 AND livemode = $2 AND event_id = ANY ($3::uuid[])`,
    [...tenant, eventIds],
  );
  const bodies = rows.map(({ intent_id, body }) => {
    const event = JSON.parse(body) as { data: { object: Record<string, unknown> } };
    const request = erased.get(intent_id);
    if (request) event.data.object = eraseShown(event.data.object, request);
    return JSON.stringify(event);
  });
  const deliveryIds = rows.map(({ id }) => id);
  await run(
    `UPDATE florin_data.deliveries AS delivery SET body = erased.body
     FROM unnest($3::uuid[], $4::timestamptz[], $5::text[]) AS erased (id, created_at, body)
     WHERE merchant_id = $1 AND livemode = $2 AND delivery.id = erased.id AND delivery.created_at = erased.created_at`,
    [...tenant, deliveryIds, rows.map(({ created_at }) => created_at), bodies],
  );
  await run(
    `UPDATE florin_data.delivery_attempts SET response_body = NULL
     WHERE merchant_id = $1 AND livemode = $2 AND delivery_id = ANY ($3::uuid[])`,
    [...tenant, deliveryIds],
  );
}
