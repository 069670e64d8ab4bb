import { uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { ClaimedDelivery, DeliveryResult, DescribeDisabled } from '../../ports/delivery-queue.ts';
import type { Run } from '../database/database.ts';
import { queueEvents } from '../events/queue-events.ts';
import { type EndpointRow, QUALIFIED_COLUMNS, readEndpoint } from './endpoint-row.ts';

/** The result of an attempt, and the event if it disables the endpoint. */
export interface RecordedResult {
  result: DeliveryResult;
  describeDisabled: DescribeDisabled;
}

const FAILED = `
UPDATE florin_data.webhook_endpoints AS endpoint SET failing_since = coalesce(failing_since, $2),
  status = CASE WHEN is_gone OR failing_since <= $3 THEN 'disabled' ELSE status END,
  disabled_reason = CASE WHEN is_gone THEN 'gone' WHEN failing_since <= $3 THEN 'failing' END
FROM jsonb_to_recordset($1::jsonb) AS result (merchant_id uuid, livemode boolean, id uuid, url text, is_gone boolean)
WHERE endpoint.merchant_id = result.merchant_id AND endpoint.livemode = result.livemode AND endpoint.id = result.id
  AND endpoint.url = result.url AND status = 'enabled' AND (failing_since IS NULL OR is_gone OR failing_since <= $3)
RETURNING ${QUALIFIED_COLUMNS}`;

/** What the results of one batch say about one endpoint at one URL. */
interface Health {
  claimed: ClaimedDelivery;
  describeDisabled: DescribeDisabled;
  hasSucceeded: boolean;
  isGone: boolean;
}

/**
 * The endpoints that answered well, as JSON. What came from a URL says nothing about an endpoint that has another one by now, so
 * they have their URLs.
 */
export const listHealthy = (recorded: readonly RecordedResult[]): string =>
  recordsOf(readHealth(recorded).filter(isHealthy));

/** Notes which endpoints failed, and disables those that are gone or failed for too long, with an event. */
export async function noteFailures(run: Run, recorded: readonly RecordedResult[], nowMs: number): Promise<void> {
  const failed = readHealth(recorded).filter((health) => !isHealthy(health));
  if (failed.length === 0) return;
  const limit = new Date(nowMs - LIMITS.endpointFailingMsMax);
  const rows = await run<EndpointRow>(FAILED, [recordsOf(failed), new Date(nowMs), limit]);
  const disabled = rows.map(readEndpoint).filter(({ status }) => status === 'disabled');
  await queueEvents(
    run,
    disabled.flatMap((endpoint) => {
      const health = failed.find(({ claimed }) => nameOf(claimed.endpoint) === nameOf(endpoint));
      return health ? [health.describeDisabled(endpoint, health.claimed)] : [];
    }),
  );
}

const isHealthy = ({ hasSucceeded, isGone }: Health): boolean => hasSucceeded && !isGone;

const nameOf = ({ id, url }: Pick<Endpoint, 'id' | 'url'>): string => `${id} ${url}`;

/** By endpoint and URL, in their order. A batch with a success is no failure. */
function readHealth(recorded: readonly RecordedResult[]): Health[] {
  const found = new Map<string, Health>();
  for (const { result, describeDisabled } of recorded) {
    const { claimed, isDelivered, isGone } = result;
    const name = nameOf(claimed.endpoint);
    const known = found.get(name);
    found.set(name, {
      claimed,
      describeDisabled,
      hasSucceeded: isDelivered || known?.hasSucceeded === true,
      isGone: isGone || known?.isGone === true,
    });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, health]) => health);
}

const recordsOf = (all: readonly Health[]): string =>
  JSON.stringify(
    all.map(({ claimed, isGone }) => ({
      merchant_id: uuidOf(claimed.merchantId),
      livemode: claimed.livemode,
      id: uuidOf(claimed.endpoint.id),
      url: claimed.endpoint.url,
      is_gone: isGone,
    })),
  );
