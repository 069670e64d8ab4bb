import { addressPattern, MAYBE_ADDRESS } from '../../domain/customers/address-pattern.ts';
import { ERASED_EMAIL } from '../../domain/customers/erase-personal-data.ts';
import { type IntentId, idFromUuid } from '../../domain/ids.ts';
import type { CustomerStore, EraseStep } from '../../ports/customers.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { eraseIntents } from './erase-intents.ts';

/** The log is large, so each half of the search has an index of its few rows. */
const ERASE_REQUESTS = `
  UPDATE florin_data.request_log AS log
  SET request_body = NULL, response_body = NULL, path = regexp_replace(log.path, $5, '…', 'gi')
  FROM (
    (SELECT at, request_id FROM florin_data.request_log
     WHERE merchant_id = $1 AND livemode = $2 AND (request_body IS NOT NULL OR response_body IS NOT NULL)
       AND position(lower($3) IN lower(concat(request_body, response_body))) > 0 LIMIT $4)
    UNION
    (SELECT at, request_id FROM florin_data.request_log
     WHERE merchant_id = $1 AND livemode = $2 AND path ~ '${MAYBE_ADDRESS}' AND path ~* $5 LIMIT $4)
    LIMIT $4
  ) AS found
  WHERE log.merchant_id = $1 AND log.livemode = $2 AND log.at = found.at AND log.request_id = found.request_id
  RETURNING 1`;

/** The personal data of the customers of one merchant in one mode. */
export class PostgresCustomers implements CustomerStore {
  readonly #database: Database;
  readonly #tenancy: Tenancy;

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#tenancy = { merchant, livemode };
  }

  async listOpen(email: string, limit: number): Promise<IntentId[]> {
    const rows = await this.#database.query<{ id: string }>({
      name: 'list-open-of-customer',
      text: `SELECT id FROM florin_data.payment_intents
             WHERE merchant_id = $1 AND livemode = $2 AND lower(customer_email) = lower($3)
               AND status NOT IN ('succeeded', 'canceled', 'expired') ORDER BY id LIMIT $4`,
      values: [this.#tenancy.merchant, this.#tenancy.livemode, email, limit],
    });
    return rows.map(({ id }) => idFromUuid('pi', id));
  }

  eraseIntents(step: EraseStep): Promise<number> {
    if (step.email.toLowerCase() === ERASED_EMAIL) return Promise.resolve(0);
    return this.#database.transaction((run) => eraseIntents(run, this.#tenancy, step));
  }

  async eraseRequests(email: string, limit: number): Promise<number> {
    const { merchant, livemode } = this.#tenancy;
    const rows = await this.#database.query({
      name: 'erase-requests-of-customer',
      text: ERASE_REQUESTS,
      values: [merchant, livemode, email, limit, addressPattern(email)],
    });
    return rows.length;
  }
}
