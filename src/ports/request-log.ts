import type { IntentId, KeyId, MerchantId } from '../domain/ids.ts';
import type { LoggedRequest, RequestSummary } from '../domain/requests/logged-request.ts';
import type { RequestId } from '../domain/requests/request-id.ts';

export interface RequestFilter {
  /** The lowest and the highest status. */
  status?: { from: number; to: number };
  method?: string;
  route?: string;
  keyId?: KeyId;
  problem?: string;
  /** Only requests whose path names this intent, or that created it. */
  intentId?: IntentId;
  afterMs?: number;
  beforeMs?: number;
  /** IDs sort by time. */
  olderThan?: RequestId;
  limit: number;
}

export interface RequestPage {
  requests: RequestSummary[];
  /** The next page starts after this one; undefined on the last page. */
  next: RequestId | undefined;
}

/** The request log of one merchant in one mode. */
export interface RequestStore {
  /**
   * Newest first. One call looks at a bounded number of requests, so that no filter can make it slow: a page can be short or
   * empty although there is a next one.
   */
  list(filter: RequestFilter): Promise<RequestPage>;
  find(id: RequestId): Promise<LoggedRequest | undefined>;
}

/** A request, and the merchant and mode of its key. */
export interface RequestEntry {
  merchantId: MerchantId;
  livemode: boolean;
  request: LoggedRequest;
}
