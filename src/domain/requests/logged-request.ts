import type { ErrorCode } from '../errors.ts';
import type { IntentId, KeyId } from '../ids.ts';
import type { RequestId } from './request-id.ts';

/** One call of a merchant's application, without its bodies. */
export interface RequestSummary {
  /** It also says when the request arrived. */
  id: RequestId;
  method: string;
  /** The path with the names of its parameters: `/{public_key}/payment_intents/{payment_intent_id}`. */
  route: string;
  /** The path and the query as they were sent, without secrets. */
  path: string;
  status: number;
  /** How long the answer took. */
  ms: number;
  keyId: KeyId;
  keyName: string;
  address: string;
  /** Undefined if the request succeeded. */
  problem: ErrorCode | undefined;
  /** The intent that the path names or that the request created. */
  intentId: IntentId | undefined;
}

export interface LoggedRequest extends RequestSummary {
  /** The first part of each body, without secrets; undefined if bodies are not logged or there is none. */
  requestBody: string | undefined;
  responseBody: string | undefined;
}
