import { type Id, uuidOf } from '../../domain/ids.ts';
import type { RequestEntry } from '../../ports/request-log.ts';
import type { Database } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';

const INSERT = `
  INSERT INTO florin_data.request_log (merchant_id, livemode, request_id, at, method, route, path, status, ms, key_id, key_name,
    address, problem, intent_id, request_body, response_body)
  SELECT merchant_id, livemode, request_id, to_timestamp(at_ms / 1000.0), method, route, path, status, ms, key_id, key_name,
    address, problem, intent_id, request_body, response_body
  FROM jsonb_to_recordset($1::jsonb) AS entry (merchant_id uuid, livemode boolean, request_id text, at_ms bigint,
    method text, route text, path text, status smallint, ms real, key_id uuid, key_name text, address text, problem text,
    intent_id uuid, request_body text, response_body text)`;

/** Writes entries of any merchants with one statement. */
export async function writeRequests(database: Database, entries: readonly RequestEntry[]): Promise<void> {
  // A request that arrived before midnight can be written after it.
  const oldestMs = Math.min(...entries.map(({ request }) => request.atMs));
  await ensurePartitions(database, 'request_log', 'day', oldestMs);
  const toUuid = memoize(uuidOf);
  const rows = entries.map(({ merchantId, livemode, request }) => ({
    merchant_id: toUuid(merchantId),
    livemode,
    request_id: request.id,
    at_ms: request.atMs,
    method: request.method,
    route: request.route,
    path: request.path,
    status: request.status,
    ms: request.ms,
    key_id: toUuid(request.keyId),
    key_name: request.keyName,
    address: request.address,
    problem: request.problem,
    intent_id: request.intentId && uuidOf(request.intentId),
    request_body: request.requestBody,
    response_body: request.responseBody,
  }));
  await database.query({ name: 'write-requests', text: INSERT, values: [JSON.stringify(rows)] });
}

/** A batch has few merchants and keys. */
function memoize(convert: (id: Id<string>) => string): (id: Id<string>) => string {
  const known = new Map<Id<string>, string>();
  return (id) => {
    const uuid = known.get(id) ?? convert(id);
    known.set(id, uuid);
    return uuid;
  };
}
