interface ErrorRow {
  status: number;
  title: string;
  /** What has happened, for the page under /docs/errors. */
  meaning: string;
  /** What the caller can do about it. */
  mend: string;
  retryable: boolean;
}

/** Every error that the interface can answer. A route names the codes it uses; nothing else reaches a client. */
export const ERRORS = {
  malformed_json: {
    status: 400,
    title: 'The body is not readable JSON',
    meaning: 'The body is not valid UTF-8 JSON, is empty, or is nested deeper than 10 levels.',
    mend: 'Send one JSON object, encoded as UTF-8.',
    retryable: false,
  },
  malformed_request: {
    status: 400,
    title: 'The request is not readable HTTP',
    meaning: 'The request line, a header or the path cannot be read.',
    mend: 'Check the URL for broken percent escapes and the headers for characters that HTTP forbids.',
    retryable: false,
  },
  private_key_in_url: {
    status: 400,
    title: 'A private key stands in the URL',
    meaning:
      'The path holds a private key. URLs end up in logs and histories, so this key must be regarded as known to others.',
    mend: 'Roll the key, put the public key (fpk_…) into the path and the private key into the Authorization header.',
    retryable: false,
  },
  api_version_unknown: {
    status: 400,
    title: 'This API version does not exist',
    meaning: 'The API-Version header names a version that this server does not speak.',
    mend: 'Leave the header out to get the version that your key is pinned to, or send a version listed in the documentation.',
    retryable: false,
  },
  missing_credentials: {
    status: 401,
    title: 'No private key was sent',
    meaning: 'The request has no Authorization header of the form "Bearer <private key>".',
    mend: 'Send "Authorization: Bearer fsk_…" with a private key from the section API Keys of the dashboard.',
    retryable: false,
  },
  invalid_private_key: {
    status: 401,
    title: 'The private key is not valid',
    meaning: 'No active private key with this text exists: it is mistyped, revoked, or of another server.',
    mend: 'Copy the key again from the dashboard, or make a new one.',
    retryable: false,
  },
  private_key_expired: {
    status: 401,
    title: 'The private key has expired',
    meaning: 'The key was valid until its expiry, or was rolled and its overlap is over.',
    mend: 'Use the key that replaced it, or make a new one.',
    retryable: false,
  },
  not_signed_in: {
    status: 401,
    title: 'Nobody is signed in',
    meaning: 'The dashboard’s cookie is missing, or its session has ended.',
    mend: 'Sign in again.',
    retryable: false,
  },
  invalid_credentials: {
    status: 401,
    title: 'E-mail address or password is wrong',
    meaning: 'No user has this e-mail address and this password. The answer is the same whichever of them is wrong.',
    mend: 'Try again, or set a new password with "npx florin users reset-password".',
    retryable: false,
  },
  cross_site_request: {
    status: 403,
    title: 'The request comes from another site',
    meaning: 'A request that changes something on the dashboard must come from the dashboard’s own pages.',
    mend: 'Open the dashboard at the address in FLORIN_BASE_URL. An application uses the API with its keys instead.',
    retryable: false,
  },
  csrf_token_invalid: {
    status: 403,
    title: 'The session’s token is missing or wrong',
    meaning: 'The header X-Florin-CSRF does not hold the token of this session.',
    mend: 'Read the token from GET /dashboard/api/session and send it with every request that changes something.',
    retryable: false,
  },
  setup_link_invalid: {
    status: 403,
    title: 'The set-up link is not valid',
    meaning: 'The link was used, was replaced by a later start of the server, or there is an account already.',
    mend: 'Use the link that the server printed at its last start, or sign in.',
    retryable: false,
  },
  signup_closed: {
    status: 403,
    title: 'Signing up is closed',
    meaning: 'This server lets nobody make an account by himself.',
    mend: 'Ask whoever runs the server, who can set FLORIN_SIGNUP=open or run "npx florin merchants create".',
    retryable: false,
  },
  insecure_connection: {
    status: 403,
    title: 'Signing in needs https',
    meaning: 'The server’s address is plain http on a machine other than your own, where a cookie could be read.',
    mend: 'Put a proxy with TLS in front and set FLORIN_BASE_URL to its https address.',
    retryable: false,
  },
  key_pair_mismatch: {
    status: 403,
    title: 'The two keys do not belong together',
    meaning: 'The private key is valid, but the public key in the path is not the one it was made with.',
    mend: 'Use the public key and the private key of one row of the section API Keys.',
    retryable: false,
  },
  mode_mismatch: {
    status: 403,
    title: 'Test and live keys are mixed',
    meaning: 'One of the two keys is a test key and the other a live key.',
    mend: 'Use two test keys or two live keys.',
    retryable: false,
  },
  insufficient_scope: {
    status: 403,
    title: 'The key may not do this',
    meaning: 'The private key lacks the scope that this operation asks for.',
    mend: 'Use a key with the scope that the answer names.',
    retryable: false,
  },
  ip_not_allowed: {
    status: 403,
    title: 'The key may not be used from this address',
    meaning: 'The private key is restricted to certain client addresses, and the request came from another one.',
    mend: 'Send the request from an allowed address, or change the key’s list.',
    retryable: false,
  },
  link_expired: {
    status: 403,
    title: 'The link does not work any more',
    meaning: 'A signed link is past its time, or a character of it was lost or changed on its way.',
    mend: 'Open the link whole, as it was sent, or ask the seller for a new one.',
    retryable: false,
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    meaning: 'The path does not exist, or the object does not exist for this merchant and mode.',
    mend: 'Check the path and the id, and that the key is of the mode in which the object was made.',
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    meaning: 'The path exists, but not for this HTTP method. The Allow header lists those that it takes.',
    mend: 'Use one of the methods in the Allow header.',
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: 'There is no such form of this',
    meaning: 'The Accept header asks for none of the content types that this path can answer.',
    mend: 'Ask for one of the types that the answer lists, or leave the header out.',
    retryable: false,
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    meaning: 'The headers must arrive within 10 seconds and the whole request within 15.',
    mend: 'Send it again, faster.',
    retryable: true,
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The first request with this key is still running',
    meaning: 'Another request with the same Idempotency-Key has not been answered yet.',
    mend: 'Wait for the seconds in Retry-After and send the same request again.',
    retryable: true,
  },
  item_exists: {
    status: 409,
    title: 'An item with this id exists already',
    meaning: 'The catalogue of this merchant and mode has an item with the same item_id.',
    mend: 'Change the item with PUT, or choose another item_id.',
    retryable: false,
  },
  invalid_state: {
    status: 409,
    title: 'The object’s state does not allow this',
    meaning: 'The payment intent, or the key, is in a state from which this step cannot be taken.',
    mend: 'Read the object again and decide by its state.',
    retryable: false,
  },
  wallet_taken: {
    status: 409,
    title: 'The wallet belongs to somebody else',
    meaning:
      'Another merchant of this server is paid to the same address or extended key, so that nobody could tell whose money it is.',
    mend: 'Use another address, or another account of your wallet.',
    retryable: false,
  },
  email_taken: {
    status: 409,
    title: 'The e-mail address is taken',
    meaning: 'A user with this e-mail address exists already.',
    mend: 'Sign in, or use another address.',
    retryable: false,
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'A body may have at most 64 KiB, an import of items as CSV 1 MiB, what a payer’s page sends 1 KiB.',
    mend: 'Send a smaller body.',
    retryable: false,
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not declared as JSON',
    meaning:
      'The body must come with "Content-Type: application/json", in UTF-8 and without content encoding. Only the import of items takes text/csv.',
    mend: 'Set the Content-Type header to application/json.',
    retryable: false,
  },
  validation_failed: {
    status: 422,
    title: 'Some fields are missing or not valid',
    meaning: 'The request was read, but does not fit the operation. The list "errors" names every field at fault.',
    mend: 'Correct each field that the list names, by its pointer.',
    retryable: false,
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key was used for another body',
    meaning: 'A request with the same Idempotency-Key and another body has been answered in the last 7 days.',
    mend: 'Use a new key for a new request, and the same body for a repeated one.',
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'This key, or this client address with wrong keys or passwords, has sent more requests than the limit allows.',
    mend: 'Wait for the seconds in Retry-After, then go on at the rate in RateLimit-Policy.',
    retryable: true,
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: 'All headers together may have at most 16 KiB.',
    mend: 'Send fewer or smaller headers.',
    retryable: false,
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'The server met an error that it did not expect. It is in the log under the request id.',
    mend: 'Send the request again with the same Idempotency-Key; if it goes on, give the operator the request id.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: 'The service is away for a moment',
    meaning:
      'The database or a network cannot be reached, or the server is stopping. A create without an answer may have been stored.',
    mend: 'Send the request again after the seconds in Retry-After, with the same Idempotency-Key.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One field at fault: in the body by its JSON pointer, in the query or the headers by its name. */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  code: string;
  detail: string;
}

/** An error that a client is meant to read. Whatever else is thrown becomes `internal`. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    detail: string,
    more: { errors?: readonly FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
  }
}
