import type { AuditRecord } from '../../domain/events/audit-record.ts';
import { type EndpointId, uuidOf } from '../../domain/ids.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { EndpointChange, WebhookEndpoints } from '../../ports/webhook-endpoints.ts';
import { writeAuditRecord } from '../audit/write-audit-record.ts';
import type { Database } from '../database/database.ts';
import { ENDPOINT_COLUMNS, type EndpointRow, endpointValues, readEndpoint } from './endpoint-row.ts';

/** The webhook endpoints of one merchant in one mode. */
export class PostgresEndpoints implements WebhookEndpoints {
  readonly #database: Database;
  readonly #tenant: readonly [merchant: string, livemode: boolean];

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#tenant = [merchant, livemode];
  }

  insert(endpoint: Endpoint, countMax: number, audit: AuditRecord): Promise<boolean> {
    return this.#database.transaction(async (run) => {
      // Endpoints that are created together would not count each other.
      await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `webhook_endpoints ${this.#tenant.join(' ')}`,
      ]);
      const rows = await run(
        `INSERT INTO florin_data.webhook_endpoints (merchant_id, livemode, id, created_at, url, description, events,
           api_version, sealed_secret, sealed_previous_secret, previous_secret_until, status, disabled_reason, failing_since)
         SELECT $1, $2, $3, $4, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
         WHERE (SELECT count(*) FROM florin_data.webhook_endpoints WHERE merchant_id = $1 AND livemode = $2) < $5
         RETURNING id`,
        [...this.#tenant, uuidOf(endpoint.id), new Date(endpoint.createdAtMs), countMax, ...endpointValues(endpoint)],
      );
      if (rows.length === 0) return false;
      await writeAuditRecord(run, this.#tenant, audit, endpoint.createdAtMs);
      return true;
    });
  }

  async find(id: EndpointId): Promise<Endpoint | undefined> {
    const [row] = await this.#database.query<EndpointRow>({
      name: 'find-endpoint',
      text: `SELECT ${ENDPOINT_COLUMNS} FROM florin_data.webhook_endpoints
             WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
      values: [...this.#tenant, uuidOf(id)],
    });
    return row && readEndpoint(row);
  }

  async list(): Promise<Endpoint[]> {
    const rows = await this.#database.query<EndpointRow>({
      name: 'list-endpoints',
      text: `SELECT ${ENDPOINT_COLUMNS} FROM florin_data.webhook_endpoints
             WHERE merchant_id = $1 AND livemode = $2 ORDER BY id DESC`,
      values: [...this.#tenant],
    });
    return rows.map(readEndpoint);
  }

  change(
    id: EndpointId,
    atMs: number,
    change: (endpoint: Endpoint) => EndpointChange | undefined,
  ): Promise<Endpoint | undefined> {
    const key = [...this.#tenant, uuidOf(id)];
    return this.#database.transaction(async (run) => {
      const [row] = await run<EndpointRow>(
        `SELECT ${ENDPOINT_COLUMNS} FROM florin_data.webhook_endpoints
         WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
        key,
      );
      if (!row) return undefined;
      const before = readEndpoint(row);
      const changed = change(before);
      if (!changed) return before;
      await run(
        `UPDATE florin_data.webhook_endpoints SET url = $4, description = $5, events = $6, api_version = $7,
           sealed_secret = $8, sealed_previous_secret = $9, previous_secret_until = $10, status = $11,
           disabled_reason = $12, failing_since = $13
         WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
        [...key, ...endpointValues(changed.endpoint)],
      );
      await writeAuditRecord(run, this.#tenant, changed.audit, atMs);
      return changed.endpoint;
    });
  }

  remove(id: EndpointId, atMs: number, audit: AuditRecord): Promise<boolean> {
    return this.#database.transaction(async (run) => {
      const rows = await run(
        `DELETE FROM florin_data.webhook_endpoints WHERE merchant_id = $1 AND livemode = $2 AND id = $3 RETURNING id`,
        [...this.#tenant, uuidOf(id)],
      );
      if (rows.length === 0) return false;
      await writeAuditRecord(run, this.#tenant, audit, atMs);
      return true;
    });
  }
}
