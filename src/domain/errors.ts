import type { FieldError } from './field-error.ts';
import { LIMITS } from './limits.ts';
import { ACCOUNT_ERRORS } from './sessions/account-errors.ts';

interface ErrorRow {
  status: number;
  title: string;
  /** What is wrong, for the page under /docs/errors. */
  meaning: string;
  /** What to do. */
  fix: string;
  retryable: boolean;
}

const KIB = 1_024;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** Every error that the API can return. */
export const ERRORS = {
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    meaning: `The body is empty, is not valid UTF-8 JSON, or has more than ${LIMITS.bodyDepthMax} levels of nesting.`,
    fix: 'Send one JSON object, encoded as UTF-8.',
    retryable: false,
  },
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    meaning: 'The request line, a header or the path is malformed.',
    fix: 'Check the URL for invalid percent-encoding, and the headers for characters that HTTP does not allow.',
    retryable: false,
  },
  private_key_in_url: {
    status: 400,
    title: 'The URL contains a private key',
    meaning: 'The URL contains a private key. URLs are logged, so the key may be known to others.',
    fix: 'Roll the key. Put the public key (fpk_…) in the path and the private key in the Authorization header.',
    retryable: false,
  },
  api_version_unknown: {
    status: 400,
    title: 'The API version is unknown',
    meaning: 'The server does not support the version in the API-Version header.',
    fix: 'Remove the header to use the version of your key, or send a supported version.',
    retryable: false,
  },
  missing_credentials: {
    status: 401,
    title: 'The private key is missing',
    meaning: 'The request has no Authorization header of the form "Bearer <private key>".',
    fix: 'Send "Authorization: Bearer fsk_…" with a private key from the dashboard’s API keys page.',
    retryable: false,
  },
  invalid_private_key: {
    status: 401,
    title: 'The private key is invalid',
    meaning: 'The private key does not exist on this server, or it has been revoked.',
    fix: 'Copy the key from the dashboard again, or create a new one.',
    retryable: false,
  },
  private_key_expired: {
    status: 401,
    title: 'The private key has expired',
    meaning: 'The private key has reached its expiry, or it was rolled and its overlap has ended.',
    fix: 'Use the key that replaced it, or create a new one.',
    retryable: false,
  },
  ...ACCOUNT_ERRORS,
  key_pair_mismatch: {
    status: 403,
    title: 'The public key and the private key do not match',
    meaning: 'The private key is valid, but it belongs to another public key.',
    fix: 'Use the public key and the private key of the same row on the API keys page.',
    retryable: false,
  },
  mode_mismatch: {
    status: 403,
    title: 'Test and live keys are mixed',
    meaning: 'One of the two keys is a test key and the other is a live key.',
    fix: 'Use two test keys or two live keys.',
    retryable: false,
  },
  insufficient_scope: {
    status: 403,
    title: 'The private key lacks a scope',
    meaning: 'The private key does not have the scope that this operation requires.',
    fix: 'Use a key with the scope that the response names. Create one under API keys on the dashboard.',
    retryable: false,
  },
  ip_not_allowed: {
    status: 403,
    title: 'The IP address is not allowed',
    meaning: 'The private key is restricted to certain IP addresses, and the request came from another one.',
    fix: 'Send the request from an allowed address, or create a key that allows this one.',
    retryable: false,
  },
  link_expired: {
    status: 403,
    title: 'The link has expired or is invalid',
    meaning: 'The signed link has expired, or it is incomplete.',
    fix: 'Open the complete link, or ask the seller for a new one.',
    retryable: false,
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The path does not exist, or the object does not exist for this merchant and mode.',
    fix: 'Check the path and the ID, and that the key has the mode of the object.',
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed',
    meaning: 'The path exists, but it does not accept this HTTP method.',
    fix: 'Use one of the methods in the Allow header.',
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: 'The requested format is not available',
    meaning: 'The path offers none of the content types in the Accept header.',
    fix: 'Request one of the types that the response lists, or remove the header.',
    retryable: false,
  },
  request_timeout: {
    status: 408,
    title: 'The request timed out',
    meaning: `The headers must arrive within ${LIMITS.headersTimeoutMs / SECOND_MS} seconds, and the whole request within ${LIMITS.requestTimeoutMs / SECOND_MS} seconds.`,
    fix: 'Retry the request.',
    retryable: true,
  },
  idempotency_in_flight: {
    status: 409,
    title: 'A request with this idempotency key is in progress',
    meaning: 'Another request with the same Idempotency-Key has not been answered yet.',
    fix: 'Wait for the seconds in Retry-After, then retry the same request.',
    retryable: true,
  },
  item_exists: {
    status: 409,
    title: 'The item already exists',
    meaning: 'The catalog of this merchant and mode has an item with the same item_id.',
    fix: 'Update the item with PUT, or choose another item_id.',
    retryable: false,
  },
  invalid_state: {
    status: 409,
    title: 'The current state does not allow this operation',
    meaning: 'The payment intent, transfer or key is in a state in which this operation is not possible.',
    fix: 'Retrieve the object again and check its state.',
    retryable: false,
  },
  wallet_taken: {
    status: 409,
    title: 'Another merchant uses this wallet',
    meaning:
      'Another merchant on this server uses the same address or extended key. Their payments could not be told apart.',
    fix: 'Use another wallet. If it is yours, prove it with a signature by the wallet; for an extended key, ask the operator.',
    retryable: false,
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: `A body can have at most ${LIMITS.bodyBytesMax / KIB} KiB, a CSV import of items ${LIMITS.importBytesMax / KIB / KIB} MiB, and a checkout request ${LIMITS.payerBodyBytesMax / KIB} KiB.`,
    fix: 'Send a smaller body.',
    retryable: false,
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    meaning:
      'The body must be JSON with "Content-Type: application/json", in UTF-8 and without content encoding. Only the import of items accepts text/csv.',
    fix: 'Set the Content-Type header to application/json.',
    retryable: false,
  },
  validation_failed: {
    status: 422,
    title: 'Some fields are missing or invalid',
    meaning: 'The request does not match the schema of the operation. The list "errors" contains every invalid field.',
    fix: 'Correct each field in the list.',
    retryable: false,
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used with another body',
    meaning: `A create request with the same Idempotency-Key and another body succeeded in the last ${LIMITS.idempotencyKeyKeptMs / DAY_MS} days.`,
    fix: 'To retry, send the same body, byte for byte. For a different request, use a new key.',
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'This key has exceeded its rate limit, this client address has sent too many requests without a key, invalid keys or passwords, or too many wrong passwords were sent for this account.',
    fix: 'Wait for the seconds in Retry-After, then keep to the rate in RateLimit-Policy.',
    retryable: true,
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: 'All headers together can have at most 16 KiB.',
    fix: 'Send fewer or smaller headers.',
    retryable: false,
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    meaning: 'An unexpected error occurred. The server’s log has the details under the request ID.',
    fix: 'Retry a create request with the same Idempotency-Key. Before you repeat another request that changes something, check whether it took effect. If the error persists, send the request ID to the operator.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: 'Service temporarily unavailable',
    meaning:
      'The database or a network cannot be reached, the server is stopping, or it is too busy. The request may have taken effect all the same.',
    fix: 'Retry after the seconds in Retry-After: a create request with the same Idempotency-Key. Before you repeat another request that changes something, check whether it took effect.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

interface ProblemDetails {
  errors?: readonly FieldError[];
  headers?: Record<string, string>;
  network?: string;
  cause?: unknown;
}

/** An error for the client. Any other error becomes `internal`. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** The title of the network that cannot be reached, if that is the problem. */
  readonly network: string | undefined;

  constructor(code: ErrorCode, detail: string, more: ProblemDetails = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.network = more.network;
  }
}
