import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../domain/errors.ts';
import { inIpRanges } from '../../domain/ip-ranges.ts';
import { LIMITS } from '../../domain/limits.ts';
import { clientNetwork } from './client-network.ts';
import { ClientTurns } from './client-turns.ts';
import type { Context } from './context.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { perSecond, RateLimit } from './rate-limit.ts';

type Done = (refused?: Problem) => void;

/** Limits what clients without a key and without a session can cost, by their address. */
export interface VisitorGate {
  /** Counts a request. Calls back when it may go on, or later with an error if the client has sent too many. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Done): void;
  /** The same for health checks and metrics, which other requests of the same address must not affect. */
  admitMonitor(request: FastifyRequest, done: Done): void;
  /** How many requests the client may send now. */
  remaining(client: string): number;
  /** Delays the answer to a request over a limit, so that a client that does not wait sends little. */
  delay(request: FastifyRequest, error: Problem, done: Done): void;
}

const isLoopback = inIpRanges(['loopback']);

export function createVisitorGate({ clock, config }: Pick<Context, 'clock' | 'config'>): VisitorGate {
  const visitors = new RateLimit('visitor', perSecond(config.visitorPerSecond));
  const monitors = new RateLimit('monitoring', perSecond(LIMITS.monitoringPerSecond));
  const atOnce = Math.ceil((config.visitorPerSecond / LIMITS.visitorPerSecond) * LIMITS.visitorRequestsAtOnce);
  const turns = new ClientTurns({
    atOnce: () => atOnce,
    turnMsMax: LIMITS.visitorTurnMsMax,
  });

  const count = (limit: RateLimit, request: FastifyRequest, done: Done) => {
    // A page of another origin must be able to read the error.
    const error = limit.count(clientNetwork(request.ip), clock.nowMs(), CORS_HEADERS);
    if (error) delay(request, error, done);
    else done();
  };

  const waitForTurn = (request: FastifyRequest, reply: FastifyReply, done: Done) =>
    turns.take(clientNetwork(request.ip), (leave) => {
      // The client has gone while it waited.
      if (request.raw.socket.destroyed) {
        leave();
        return;
      }
      request.leave = leave;
      reply.raw.once('close', leave);
      done();
    });

  return {
    admit(request, reply, done) {
      count(visitors, request, (refused) => (refused ? done(refused) : waitForTurn(request, reply, done)));
    },
    admitMonitor: (request, done) => (isLocal(request) ? done() : count(monitors, request, done)),
    remaining: (client) => visitors.remaining(client, clock.nowMs()),
    delay,
  };
}

function delay({ raw: { socket } }: FastifyRequest, error: Problem, done: Done): void {
  setTimeout(() => {
    if (!socket.destroyed) done(error);
  }, LIMITS.rateLimitedDelayMs);
}

/** Monitoring on this machine. A proxy on this machine says for whom it asks. */
const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
