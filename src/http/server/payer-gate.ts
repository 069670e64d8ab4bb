import type { onRequestHookHandler } from 'fastify';
import { LIMITS } from '../../domain/limits.ts';
import type { Context } from './context.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { rateLimitError } from './key-gate.ts';
import { RateLimit } from './rate-limit.ts';
import { rawParams } from './raw-request.ts';
import type { PayerLimit } from './route.ts';

export type PayerGate = (limit: PayerLimit) => onRequestHookHandler;

const perMinute = (name: string, count: number) =>
  new RateLimit(name, { perSecond: count / 60, capacity: Math.max(1, count) });

/**
 * Payers have no key, so their requests are rate limited by client address and payment intent, before the body is read.
 * Each of these requests calls a network's nodes, which cost the operator money.
 */
export function createPayerGate(context: Pick<Context, 'clock'>): PayerGate {
  const perSecond = LIMITS.visitorPerSecond;
  const visitors = new RateLimit('payer', { perSecond, capacity: perSecond * LIMITS.burstFactor });
  const limits: Record<PayerLimit, { byClient: RateLimit; byIntent: RateLimit }> = {
    transaction: { byClient: visitors, byIntent: perMinute('transaction', LIMITS.transactionsPerMinute) },
    claim: {
      byClient: perMinute('claim_client', LIMITS.claimsPerMinuteOfClient),
      byIntent: perMinute('claim', LIMITS.claimsPerMinute),
    },
  };
  return (name) => (request, reply, done) => {
    // A page of another origin must be able to read an error, too.
    reply.headers(CORS_HEADERS);
    const { byClient, byIntent } = limits[name];
    const { payment_intent_id: id = '' } = rawParams(request);
    const nowMs = context.clock.nowMs();
    for (const [limit, key] of [
      [byClient, request.ip],
      [byIntent, id],
    ] as const) {
      const waitMs = limit.take(key, nowMs);
      if (waitMs > 0) return done(rateLimitError(waitMs, limit.headers(key, waitMs)));
    }
    done();
  };
}

/** The answer to the preflight request that a browser sends before JSON to another origin. */
export const preflightHeaders = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
