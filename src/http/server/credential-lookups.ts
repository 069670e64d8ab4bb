import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../domain/limits.ts';
import { clientNetwork } from './client-network.ts';
import { ClientTurns } from './client-turns.ts';

const VALID_MAX = 10_000;

/**
 * Looks keys and sessions up in the database. A client has at most as many unknown ones looked up at a time as its limit for
 * invalid ones leaves, and one when it is over that limit. What was valid at the last lookup does not wait, so a client that
 * invents keys does not delay the keys that are in use at the same address.
 */
export class CredentialLookups {
  readonly #turns: ClientTurns;
  readonly #valid = new Set<string>();

  constructor(remaining: (client: string) => number) {
    this.#turns = new ClientTurns({
      atOnce: (client) => Math.max(1, remaining(client)),
      turnMsMax: LIMITS.visitorTurnMsMax,
    });
  }

  /** Finds nothing, or fails, for a credential that is not valid. */
  async find<Found>(request: FastifyRequest, credential: string, lookUp: () => Promise<Found>): Promise<Found> {
    const leave = this.#valid.has(credential) ? undefined : await this.#takeTurn(request);
    try {
      const found = await lookUp();
      if (found === undefined) this.#valid.delete(credential);
      else this.#remember(credential);
      return found;
    } catch (error) {
      this.#valid.delete(credential);
      throw error;
    } finally {
      leave?.();
    }
  }

  #takeTurn({ ip, raw: { socket } }: FastifyRequest): Promise<() => void> {
    return new Promise((resolve) => {
      this.#turns.take(clientNetwork(ip), (leave) => {
        // Nobody waits for the answer anymore.
        if (socket.destroyed) leave();
        else resolve(leave);
      });
    });
  }

  #remember(credential: string): void {
    const [oldest] = this.#valid;
    if (this.#valid.size >= VALID_MAX && oldest !== undefined) this.#valid.delete(oldest);
    this.#valid.add(credential);
  }
}
