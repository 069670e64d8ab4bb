import { LIMITS } from '../../domain/limits.ts';
import { endpointCell } from '../../domain/secrets/sealed-cell.ts';
import { SERVER_VERSION } from '../../domain/version.ts';
import { parseRetryAfter } from '../../domain/webhooks/parse-retry-after.ts';
import { nextAttemptAt } from '../../domain/webhooks/retry-schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ClaimedDelivery, DeliveryResult } from '../../ports/delivery-queue.ts';
import type { Random } from '../../ports/random.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WebhookResponse, WebhookSender } from '../../ports/webhook-sender.ts';
import type { WebhookSigner } from '../../ports/webhook-signer.ts';

export interface DeliverPorts {
  clock: Clock;
  random: Random;
  vault: Pick<Vault, 'open'>;
  webhookSender: Pick<WebhookSender, 'send'>;
  webhookSigner: WebhookSigner;
  tracer?: Tracer | undefined;
}

const GONE = 410;

/** Sends a delivery once and says what follows. Never throws. */
export function deliver(ports: DeliverPorts, claimed: ClaimedDelivery): Promise<DeliveryResult> {
  const { tracer } = ports;
  const { traceparent: parent, eventId, merchantId, intentId, endpoint, attempts } = claimed;
  if (!tracer || parent === undefined) return attemptDelivery(ports, claimed);
  const attributes = {
    'messaging.message.id': eventId,
    'http.request.method': 'POST',
    'http.request.resend_count': attempts,
    'florin.merchant_id': merchantId,
    'florin.payment_intent_id': intentId,
    'florin.endpoint_id': endpoint.id,
  };
  return tracer.trace('deliver webhook', { kind: 'client', parent, attributes }, async (span) => {
    const result = await attemptDelivery(ports, claimed, span.traceparent);
    span.set({ 'http.response.status_code': result.attempt.status });
    if (!result.isDelivered) span.fail('not_delivered');
    return result;
  });
}

async function attemptDelivery(
  ports: DeliverPorts,
  claimed: ClaimedDelivery,
  traceparent?: string,
): Promise<DeliveryResult> {
  const { clock, random, webhookSender } = ports;
  const { endpoint, livemode, body } = claimed;
  const atMs = clock.nowMs();
  const headers = { ...headersOf(claimed, atMs), ...(traceparent !== undefined && { traceparent }) };
  const signature = sign(ports, claimed, atMs);
  const response =
    signature === undefined
      ? { ...NO_RESPONSE, error: 'The secret of this endpoint cannot be read. Roll it.' }
      : await webhookSender.send({
          url: endpoint.url,
          headers: { ...headers, 'webhook-signature': signature },
          body,
          livemode,
        });
  const endedAtMs = clock.nowMs();
  const attempt = claimed.attempts + 1;
  const isDelivered = isSuccess(response.status);
  const isGone = response.status === GONE;
  const retryAfterMs = parseRetryAfter(response.headers?.['retry-after'], endedAtMs);
  return {
    claimed,
    attempt: {
      attempt,
      atMs,
      status: response.status,
      ms: response.ms,
      error: isDelivered ? undefined : storable(errorOf(response)),
      requestHeaders: headers,
      responseHeaders: response.headers && mapValues(response.headers),
      responseBody:
        response.body === undefined ? undefined : storable(response.body.slice(0, LIMITS.responseLengthKept)),
    },
    isDelivered,
    isGone,
    nextAttemptAtMs:
      isDelivered || isGone ? undefined : nextAttemptAt(attempt, endedAtMs, fraction(random), retryAfterMs),
    endedAtMs,
  };
}

const NO_RESPONSE = { status: undefined, ms: 0, headers: undefined, body: undefined };

/** Everything but the signature, which nobody needs to see later. */
const headersOf = ({ eventId }: ClaimedDelivery, atMs: number): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': `Florin/${SERVER_VERSION}`,
  'webhook-id': eventId,
  'webhook-timestamp': String(secondsOf(atMs)),
});

const secondsOf = (ms: number): number => Math.floor(ms / 1_000);

/** With both secrets while one is rolled. Undefined if the vault cannot open them. */
function sign({ vault, webhookSigner }: DeliverPorts, claimed: ClaimedDelivery, atMs: number): string | undefined {
  const { endpoint, merchantId, livemode, eventId, body } = claimed;
  const { sealedSecret, previous } = endpoint;
  const owner = { id: endpoint.id, merchantId, livemode };
  try {
    const secrets = [vault.open(sealedSecret, endpointCell('secret', owner))];
    if (previous && previous.untilMs > atMs)
      secrets.push(vault.open(previous.sealedSecret, endpointCell('previous_secret', owner)));
    return secrets.map((secret) => webhookSigner.sign(secret, eventId, secondsOf(atMs), body)).join(' ');
  } catch {
    return undefined;
  }
}

const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

function errorOf({ status, error }: WebhookResponse): string {
  if (status === undefined || error !== undefined) return error ?? 'There was no response.';
  if (status === GONE) return 'The endpoint returned 410 Gone and was disabled.';
  if (status >= 300 && status < 400) return `The endpoint returned ${status}. Redirects are not followed.`;
  return `The endpoint returned ${status}.`;
}

/** From 0 to below 1. */
const fraction = (random: Random): number => random.bytes(4).reduce((sum, byte) => (sum + byte) / 256, 0);

/** PostgreSQL stores no NUL in a text, and no half of a surrogate pair in JSON. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

const mapValues = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, storable(value)]));
