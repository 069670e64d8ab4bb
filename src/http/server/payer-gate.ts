import type { onRequestHookHandler } from 'fastify';
import { LIMITS } from '../../domain/limits.ts';
import { clientNetwork } from './client-network.ts';
import type { Context } from './context.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { PATH_PARAMETERS } from './path-parameters.ts';
import { perMinute, RateLimit } from './rate-limit.ts';
import { rawParams } from './raw-request.ts';
import type { PayerLimit } from './route.ts';
import type { VisitorGate } from './visitor-gate.ts';

export type PayerGate = (limit: PayerLimit) => onRequestHookHandler;

/**
 * Limits payers further, by client address and payment intent, before the body is read. Each of these requests calls a
 * network's nodes, which cost the operator money, or writes to the database.
 */
export function createPayerGate({ clock }: Pick<Context, 'clock'>, visitors: VisitorGate): PayerGate {
  const limits: Record<PayerLimit, { byClient: RateLimit; byIntent: RateLimit }> = {
    transaction: {
      byClient: new RateLimit('transaction_client', perMinute(LIMITS.transactionsPerMinuteOfClient)),
      byIntent: new RateLimit('transaction', perMinute(LIMITS.transactionsPerMinute)),
    },
    claim: {
      byClient: new RateLimit('claim_client', perMinute(LIMITS.claimsPerMinuteOfClient)),
      byIntent: new RateLimit('claim', perMinute(LIMITS.claimsPerMinute)),
    },
    simulation: {
      byClient: new RateLimit('simulation_client', perMinute(LIMITS.simulationsPerMinuteOfClient)),
      byIntent: new RateLimit('simulation', perMinute(LIMITS.simulationsPerMinute)),
    },
  };
  return (name) => (request, reply, done) => {
    // A page of another origin must be able to read an error, too.
    reply.headers(CORS_HEADERS);
    const { byClient, byIntent } = limits[name];
    // Other texts name no intent, and may be long.
    const id = PATH_PARAMETERS.payment_intent_id.parse(rawParams(request)['payment_intent_id'] ?? '');
    visitors.admit(request, reply, (refused) => {
      const nowMs = clock.nowMs();
      done(refused ?? byClient.count(clientNetwork(request.ip), nowMs) ?? (id && byIntent.count(id, nowMs)));
    });
  };
}

/** The answer to the preflight request that a browser sends before JSON to another origin. */
export const preflightHeaders = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
