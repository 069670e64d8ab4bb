import { LIMITS } from '../../../domain/limits.ts';
import { API_VERSION } from '../../../domain/version.ts';

const count = (value: number) => value.toLocaleString('en-US');

/** The text before the operations of the reference. */
export function introduction(): string {
  return `Florin is a self-hosted checkout for cryptocurrency payments. One request creates a payment intent. The customer pays on chain, directly to the merchant’s wallet.

## Authentication
Send the merchant’s public key as the first segment of the path, and the private key in the header \`Authorization: Bearer <PRIVATE_KEY>\`. Both are in the dashboard, under API keys. Test keys (\`fpk_test_…\`, \`fsk_test_…\`) only see test data, and live keys only live data.

## Idempotency
Send an \`Idempotency-Key\` of 1 to ${LIMITS.idempotencyKeyLengthMax} printable characters with a create request to make retries safe. For ${LIMITS.idempotencyKeyKeptMs / 86_400_000} days, the same key and the same body (compared byte for byte) return the first response again, with \`Idempotent-Replayed: true\`, also when the payment intent has expired meanwhile: use one key for each attempt to pay, such as \`order-2026-0042-1\`, not one for each order. Keys are stored per merchant and mode, and only for requests that succeeded. Other requests ignore the header: [retries](/docs/guides/errors#retries) says which of them can be repeated.

## Errors
Errors are \`application/problem+json\` (RFC 9457). Use \`code\` in your program. \`retryable\` tells whether a retry may succeed. \`errors\` lists every invalid field with a JSON pointer. A browser that opens a URL gets the same message as a page. [Errors and retries](/docs/guides/errors) has examples.

## Pagination
Lists return pages. Send \`next_cursor\` as \`cursor\`, with the same filters, until it is null. Do not compare the number of rows with \`limit\`: a page can be short or even empty and not be the last one, because a page with filters searches a limited number of rows. Cursors are opaque: send them back as they are.

Events are read forward, because new ones arrive at the end: send the number of the last event of the page as \`after\` while \`has_more\` is true, and \`last_number\` after that. You miss none, and can continue at any time.

## Statuses
Fulfill an order when the \`status\` of its payment intent is \`succeeded\`. [Payments](/docs/guides/payments) says what every status, review, flag and warning means, and what to do.

## Webhooks
Create a webhook endpoint, and Florin sends it every event, such as \`payment_intent.succeeded\` and \`payment_intent.reversed\`, until it responds with a 2xx status. \`webhook-signature\` proves that a request is from Florin: \`v1,\` and the HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\` in base64, as in Standard Webhooks. [Webhook events](/docs/reference/webhook-events) lists all types.

## Versions
API versions are dates. A key uses the version that was current when it was created. Override it for one request with \`API-Version\`. The current version is \`${API_VERSION}\`.

## Limits
| Item | Limit |
|---|---|
| body | ${count(LIMITS.bodyBytesMax)} bytes, ${LIMITS.bodyDepthMax} levels deep |
| items | 1–${LIMITS.itemsMax}, quantity 1–${count(LIMITS.quantityMax)}, \`item_id\` 1–${LIMITS.itemIdLengthMax} characters |
| customer | name ${LIMITS.nameLengthMax}, email ${LIMITS.emailLengthMax}, phone ${LIMITS.phoneLengthMax} characters |
| address | address ${LIMITS.addressLengthMax}, city and state ${LIMITS.cityLengthMax}, country ${LIMITS.countryLengthMax}, postal code ${LIMITS.postalCodeLengthMax} characters |
| \`total_amount\`, \`tax_amount\` | 0–${count(LIMITS.amountMax)} |
| \`tax_percent\` | 0–${LIMITS.taxPercentMax} |
| \`metadata\` | ${LIMITS.metadataKeysMax} keys of ${LIMITS.metadataKeyLengthMax} characters, values of ${LIMITS.metadataValueLengthMax} |
| \`expires_in\` | ${LIMITS.expiresInSecondsMin}–${count(LIMITS.expiresInSecondsMax)} s; by default, the payment window in Settings, ${count(LIMITS.expiresInSecondsDefault)} s unless changed |
| item import | ${count(LIMITS.importBytesMax)} bytes, ${count(LIMITS.importLinesMax)} lines |
| signed invoice link | valid for ${LIMITS.invoiceLinkDays} days |
| page size | 1–${LIMITS.pageSizeMax}, default ${LIMITS.pageSizeDefault} |
| write requests | ${count(LIMITS.createPerSecond)} per second and key, bursts of ${count(LIMITS.createPerSecond * LIMITS.burstFactor)} |
| read requests | ${count(LIMITS.readPerSecond)} per second and key, bursts of ${count(LIMITS.readPerSecond * LIMITS.burstFactor)} |
| invalid keys | ${LIMITS.failedKeysPerMinute} per minute and client address; valid keys are not affected |
| requests without a key | ${LIMITS.visitorPerSecond} per second and client address (an IPv6 /64 counts as one), bursts of ${LIMITS.visitorPerSecond * LIMITS.burstFactor}; requests with a valid key are not affected |
| event streams | ${LIMITS.eventStreamsPerClientMax} for all keys of a merchant, or per client address without a key; each ends after ${LIMITS.eventStreamMsMax / 60_000} minutes, reconnect then |
| checkout | bodies of ${count(LIMITS.payerBodyBytesMax)} bytes; ${LIMITS.transactionsPerMinute} transactions per minute and payment intent, ${LIMITS.transactionsPerMinuteOfClient} per minute and client address; ${LIMITS.claimsPerMinute} claims per minute and payment intent, ${LIMITS.claimsPerMinuteOfClient} per minute and client address; ${LIMITS.simulationsPerMinute} simulated payments per minute and payment intent, ${LIMITS.simulationsPerMinuteOfClient} per minute and client address |
| request timeout | headers ${LIMITS.headersTimeoutMs / 1_000} s, whole request ${LIMITS.requestTimeoutMs / 1_000} s |
| response timeout | 503 after at most ${Math.ceil(LIMITS.answerMsMax / 1_000)} s |

Rate limits are counted in memory, per server process. Operators can change them.`;
}
