import { type Id, uuidOf } from '../../domain/ids.ts';
import { requestTimeMs } from '../../domain/requests/request-id.ts';
import type { RequestEntry } from '../../ports/request-log.ts';
import type { Database } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';

const INSERT = `
  INSERT INTO florin_data.request_log (merchant_id, livemode, request_id, at, method, route, path, status, ms, key_id, key_name,
    address, problem, intent_id, request_body, response_body)
  SELECT merchant_id, livemode, request_id, to_timestamp(at_ms / 1000), method, route, path, status, ms, key_id, key_name,
    address, problem, intent_id, request_body, response_body
  FROM unnest($2::integer[], $3::text[], $4::double precision[], $5::real[], $6::uuid[], $7::text[], $8::text[])
    AS request (alike, request_id, at_ms, ms, intent_id, request_body, response_body)
  JOIN jsonb_to_recordset($1::jsonb) AS alike (number integer, merchant_id uuid, livemode boolean, method text, route text,
    path text, status smallint, key_id uuid, key_name text, address text, problem text) ON number = alike`;

/** Writes entries of any merchants with one statement. */
export async function writeRequests(database: Database, entries: readonly RequestEntry[]): Promise<void> {
  // A request that arrived before midnight can be written after it.
  const times = entries.map(({ request }) => requestTimeMs(request.id));
  await ensurePartitions(database, 'request_log', 'day', Math.min(...times));
  const { kinds, numbers } = groupAlike(entries);
  const requests = entries.map(({ request }) => request);
  await database.query({
    name: 'write-requests',
    text: INSERT,
    values: [
      JSON.stringify(kinds),
      numbers,
      requests.map(({ id }) => id),
      times,
      requests.map(({ ms }) => ms),
      requests.map(({ intentId }) => uuidOrNothing(intentId)),
      anyOf(requests.map(({ requestBody }) => requestBody)),
      anyOf(requests.map(({ responseBody }) => responseBody)),
    ],
  });
}

/**
 * What requests have in common is sent once, with a number for each entry: reading it costs PostgreSQL more than writing the
 * row. What differs is sent as arrays, which it reads faster than JSON.
 */
function groupAlike(entries: readonly RequestEntry[]): { kinds: object[]; numbers: number[] } {
  const kinds = new Map<string, { number: number }>();
  const numbers = entries.map((entry) => {
    // A key has one merchant, mode and name, and a method and path have one route.
    const { keyId, method, path, status, address, problem } = entry.request;
    const name = [keyId, method, path, status, address, problem].join('\n');
    const kind = kinds.get(name) ?? { number: kinds.size, ...kindOf(entry) };
    kinds.set(name, kind);
    return kind.number;
  });
  return { kinds: [...kinds.values()], numbers };
}

const kindOf = ({ merchantId, livemode, request }: RequestEntry) => ({
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
});

const uuidOrNothing = (id: Id<string> | undefined) => id && uuidOf(id);

/** Bodies are off by default, and a shorter array leaves the rest of its column empty. */
const anyOf = (bodies: (string | undefined)[]) => (bodies.some((body) => body !== undefined) ? bodies : []);
