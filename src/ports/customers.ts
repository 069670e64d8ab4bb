import type { IntentId } from '../domain/ids.ts';

export interface EraseStep {
  email: string;
  /** Whether issued invoices lose the buyer too. */
  withInvoices: boolean;
  actor: string;
  /** The IP address that the request comes from. */
  address?: string | undefined;
  /** What the audit log knows the customer by. */
  subject: string;
  atMs: number;
  limit: number;
}

/** The personal data of customers. A customer is known by the email address, whatever its case. */
export interface CustomerStore {
  /** Intents of the customer that are not over, so their data is still needed. */
  listOpen(email: string, limit: number): Promise<IntentId[]>;
  /**
   * Erases the data of up to `limit` intents that are over, everywhere, in one transaction with an audit record. Returns how
   * many there were.
   */
  eraseIntents(step: EraseStep): Promise<number>;
  /**
   * Erases the bodies of up to `limit` logged requests that name the email address, and the address in their paths. Returns
   * how many there were.
   */
  eraseRequests(email: string, limit: number): Promise<number>;
}
