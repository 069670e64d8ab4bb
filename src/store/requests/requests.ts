import type { ErrorCode } from '../../domain/errors.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { LoggedRequest, RequestSummary } from '../../domain/requests/logged-request.ts';
import { type RequestId, requestTimeMs } from '../../domain/requests/request-id.ts';
import type { RequestFilter, RequestPage, RequestStore } from '../../ports/request-log.ts';
import type { Database } from '../database/database.ts';

interface Row {
  request_id: RequestId;
  method: string;
  route: string;
  path: string;
  status: number;
  ms: number;
  key_id: string;
  key_name: string;
  address: string;
  problem: ErrorCode | null;
  intent_id: string | null;
}

/** A request that was found, beside the oldest one that was searched. Null where none was found. */
type PageRow = { searched: number; oldest_id: RequestId } & (Row | { [Name in keyof Row]: null });

const COLUMNS = 'request_id, method, route, path, status, ms, key_id, key_name, address, problem, intent_id';

/** The search is bounded before the filter applies. The index of errors can be used only if the statement names its rows. */
const list = (onlyErrors: boolean) => `
  WITH searched AS (
    SELECT ${COLUMNS} FROM florin_data.request_log
    WHERE merchant_id = $1 AND livemode = $2 AND at > $3 AND at <= $4 AND (at, request_id) < ($4, $5)
      ${onlyErrors ? 'AND status >= 400' : ''}
    ORDER BY at DESC, request_id DESC LIMIT $6
  ), found AS (
    SELECT ${COLUMNS} FROM searched
    WHERE status BETWEEN $7 AND $8 AND ($9::text IS NULL OR method = $9) AND ($10::text IS NULL OR route = $10)
      AND ($11::uuid IS NULL OR key_id = $11) AND ($12::text IS NULL OR problem = $12)
      AND ($14::uuid IS NULL OR intent_id = $14)
    ORDER BY request_id DESC LIMIT $13
  ), oldest AS (
    SELECT request_id AS oldest_id, (count(*) OVER ())::integer AS searched FROM searched ORDER BY request_id LIMIT 1
  )
  SELECT * FROM oldest LEFT JOIN found ON true ORDER BY request_id DESC`;

const LIST = list(false);
const LIST_ERRORS = list(true);

const readSummary = (row: Row): RequestSummary => ({
  id: row.request_id,
  method: row.method,
  route: row.route,
  path: row.path,
  status: row.status,
  ms: row.ms,
  keyId: idFromUuid('key', row.key_id),
  keyName: row.key_name,
  address: row.address,
  problem: row.problem ?? undefined,
  intentId: row.intent_id === null ? undefined : idFromUuid('pi', row.intent_id),
});

/** The request log of one merchant in one mode. */
export class PostgresRequests implements RequestStore {
  readonly #database: Database;
  readonly #merchant: string;
  readonly #livemode: boolean;

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#merchant = merchant;
    this.#livemode = livemode;
  }

  async list(filter: RequestFilter): Promise<RequestPage> {
    const { status, method, route, keyId, problem, intentId, limit } = filter;
    const isFiltered = [status, method, route, keyId, problem, intentId].some((value) => value !== undefined);
    const searchedMax = isFiltered ? LIMITS.requestLogSearchedMax : limit + 1;
    const onlyErrors = problem !== undefined || (status !== undefined && status.from >= 400);
    const { at, id } = endOf(filter);
    const rows = await this.#database.query<PageRow>({
      name: onlyErrors ? 'list-failed-requests' : 'list-requests',
      text: onlyErrors ? LIST_ERRORS : LIST,
      values: [
        this.#merchant,
        this.#livemode,
        filter.afterMs === undefined ? '-infinity' : new Date(filter.afterMs),
        at,
        id,
        searchedMax,
        status?.from ?? 0,
        status?.to ?? 999,
        method ?? null,
        route ?? null,
        keyId === undefined ? null : uuidOf(keyId),
        problem ?? null,
        limit + 1,
        intentId === undefined ? null : uuidOf(intentId),
      ],
    });
    const found = rows.flatMap((row) => (row.request_id === null ? [] : [readSummary(row)]));
    const requests = found.slice(0, limit);
    const [oldest] = rows;
    if (found.length > limit) return { requests, next: requests.at(-1)?.id };
    return { requests, next: oldest?.searched === searchedMax ? oldest.oldest_id : undefined };
  }

  async find(id: RequestId): Promise<LoggedRequest | undefined> {
    const [row] = await this.#database.query<Row & { request_body: string | null; response_body: string | null }>({
      name: 'find-request',
      text: `SELECT ${COLUMNS}, request_body, response_body FROM florin_data.request_log
             WHERE merchant_id = $1 AND livemode = $2 AND at = $3 AND request_id = $4`,
      values: [this.#merchant, this.#livemode, timeOf(id), id],
    });
    if (!row) return undefined;
    const { request_body: requestBody, response_body: responseBody } = row;
    return { ...readSummary(row), requestBody: requestBody ?? undefined, responseBody: responseBody ?? undefined };
  }
}

const timeOf = (id: RequestId) => new Date(requestTimeMs(id));

/** Where the search begins: at the cursor or at the given time, whichever is earlier. No ID is smaller than an empty one. */
function endOf({ olderThan, beforeMs = Number.POSITIVE_INFINITY }: RequestFilter): {
  at: Date | 'infinity';
  id: string;
} {
  if (olderThan && requestTimeMs(olderThan) < beforeMs) return { at: timeOf(olderThan), id: olderThan };
  return { at: beforeMs === Number.POSITIVE_INFINITY ? 'infinity' : new Date(beforeMs), id: '' };
}
