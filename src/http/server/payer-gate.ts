import type { onRequestHookHandler } from 'fastify';
import { LIMITS } from '../../domain/limits.ts';
import { toEveryOrigin } from '../checkout/to-every-origin.ts';
import { tooMany } from './key-gate.ts';
import { RateLimit } from './rate-limit.ts';
import type { Context, PayerBucket } from './route.ts';

export type PayerGate = (bucket: PayerBucket) => onRequestHookHandler;

const perMinute = (name: string, count: number) =>
  new RateLimit(name, { perSecond: count / 60, capacity: Math.max(1, count) });

/**
 * Payers have no key, so what they cause is counted by their address and by the intent, before a byte of the body is
 * read: each of these requests asks a chain's nodes, which cost the operator money.
 */
export function openPayerGate(context: Pick<Context, 'clock'>): PayerGate {
  const perSecond = LIMITS.visitorPerSecond;
  const visitors = new RateLimit('payer', { perSecond, capacity: perSecond * LIMITS.burstFactor });
  const limits: Record<PayerBucket, { ofClient: RateLimit; ofIntent: RateLimit }> = {
    transaction: { ofClient: visitors, ofIntent: perMinute('transaction', LIMITS.transactionsPerMinute) },
    claim: {
      ofClient: perMinute('claim_client', LIMITS.claimsPerMinuteOfClient),
      ofIntent: perMinute('claim', LIMITS.claimsPerMinute),
    },
  };
  return (bucket) => (request, reply, done) => {
    // A refusal must be readable by a page of another origin as well.
    reply.headers(toEveryOrigin);
    const { ofClient, ofIntent } = limits[bucket];
    const { payment_intent_id: id = '' } = request.params as Record<string, string>;
    const nowMs = context.clock.nowMs();
    for (const [limit, name] of [
      [ofClient, request.ip],
      [ofIntent, id],
    ] as const) {
      const waitMs = limit.take(name, nowMs);
      if (waitMs > 0) return done(tooMany(waitMs, limit.headers(name, waitMs)));
    }
    done();
  };
}

/** Before a page of another origin sends JSON, its browser asks whether it may. */
export const preflightHeaders = {
  ...toEveryOrigin,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
