import { type Id, uuidOf } from '../../domain/ids.ts';
import { requestTimeMs } from '../../domain/requests/request-id.ts';
import type { RequestEntry } from '../../ports/request-log.ts';
import type { Database } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';

const INSERT = `
  INSERT INTO florin_data.request_log (merchant_id, livemode, request_id, at, method, route, path, status, ms, key_id, key_name,
    address, problem, intent_id, request_body, response_body)
  SELECT merchant_id, livemode, request_id, to_timestamp(at_ms / 1000.0), method, route, path, status, ms, key_id, key_name,
    address, problem, intent_id, request_body, response_body
  FROM jsonb_to_recordset($1::jsonb) AS alike (merchant_id uuid, livemode boolean, method text, route text, path text,
    status smallint, key_id uuid, key_name text, address text, problem text, requests jsonb)
  CROSS JOIN LATERAL jsonb_to_recordset(requests) AS request (request_id text, at_ms bigint, ms real, intent_id uuid,
    request_body text, response_body text)`;

/** Writes entries of any merchants with one statement. */
export async function writeRequests(database: Database, entries: readonly RequestEntry[]): Promise<void> {
  // A request that arrived before midnight can be written after it.
  const oldestMs = Math.min(...entries.map(({ request }) => requestTimeMs(request.id)));
  await ensurePartitions(database, 'request_log', 'day', oldestMs);
  await database.query({ name: 'write-requests', text: INSERT, values: [JSON.stringify(groupAlike(entries))] });
}

/** What requests have in common is sent once, because reading JSON costs PostgreSQL more than writing the row. */
function groupAlike(entries: readonly RequestEntry[]): object[] {
  const groups = new Map<string, { requests: object[] }>();
  for (const entry of entries) {
    const { request } = entry;
    // A key has one merchant, mode and name, and a method and path have one route.
    const { keyId, method, path, status, address, problem } = request;
    const name = [keyId, method, path, status, address, problem].join('\n');
    const group = groups.get(name) ?? openGroup(entry);
    groups.set(name, group);
    group.requests.push({
      request_id: request.id,
      at_ms: requestTimeMs(request.id),
      ms: request.ms,
      intent_id: uuidOrNothing(request.intentId),
      request_body: request.requestBody,
      response_body: request.responseBody,
    });
  }
  return [...groups.values()];
}

const openGroup = ({ merchantId, livemode, request }: RequestEntry) => ({
  merchant_id: uuidOf(merchantId),
  livemode,
  method: request.method,
  route: request.route,
  path: request.path,
  status: request.status,
  key_id: uuidOf(request.keyId),
  key_name: request.keyName,
  address: request.address,
  problem: request.problem,
  requests: [] as object[],
});

const uuidOrNothing = (id: Id<string> | undefined) => id && uuidOf(id);
