import type { ErrorCode } from '../errors.ts';
import type { IntentId, KeyId } from '../ids.ts';

/** The ID that the server gives a request, and the client finds in the header `Request-Id`. */
export type RequestId = `req_${string}` & { readonly brand: 'req' };

/** Parses untrusted text; undefined if it is not the ID of a request. */
export const parseRequestId = (text: string): RequestId | undefined =>
  /^req_[0-9a-f]{24}$/.test(text) ? (text as RequestId) : undefined;

/** One call of a merchant's application, without its bodies. */
export interface RequestSummary {
  id: RequestId;
  /** When it arrived, in whole milliseconds. */
  atMs: number;
  method: string;
  /** The path with the names of its parameters: `/{public_key}/payment_intents/{payment_intent_id}`. */
  route: string;
  /** The path and the query as they were sent, without secrets. */
  path: string;
  status: number;
  /** How long the answer took. */
  ms: number;
  keyId: KeyId;
  /** The name of the key at that time. */
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
