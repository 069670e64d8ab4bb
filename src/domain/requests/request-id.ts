/** The ID that the server gives a request, and the client finds in the header `Request-Id`. */
export type RequestId = `req_${string}` & { readonly brand: 'req' };

const TIME_DIGITS = 12;
const COUNT_DIGITS = 6;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/**
 * Twelve digits for the time of arrival in milliseconds, six for the process and six for a counter. So IDs sort by time, and
 * the log finds a request by its ID without an index for IDs.
 */
export const makeRequestId = (timeMs: number, process: string, count: number): RequestId =>
  `req_${hex(timeMs, TIME_DIGITS)}${process}${hex(count % 16 ** COUNT_DIGITS, COUNT_DIGITS)}` as RequestId;

/** Parses untrusted text; undefined if it is not the ID of a request. */
export const parseRequestId = (text: string): RequestId | undefined =>
  /^req_[0-9a-f]{24}$/.test(text) ? (text as RequestId) : undefined;

/** When the request arrived. */
export const requestTimeMs = (id: RequestId): number => Number.parseInt(id.slice(4, 4 + TIME_DIGITS), 16);
