import type { UserId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AttemptCounter } from '../../ports/sign-in-attempts.ts';

/** Under this name, clients are remembered that gave a second factor of the user. */
export const secondFactorName = (userId: UserId): string => `second factor ${userId}`;

/**
 * What a wrong second factor is counted under, in whichever session it was given. A client that gave a right one before waits
 * only for what it did itself, so somebody who has the password cannot lock its owner out. All other clients share a delay.
 */
export async function secondFactorCounters(
  { clock, signInAttempts }: Pick<Ports, 'clock' | 'signInAttempts'>,
  userId: UserId,
  client: string,
): Promise<AttemptCounter[]> {
  const name = secondFactorName(userId);
  const isFamiliar = await signInAttempts.isFamiliar(name, client, clock.nowMs() - LIMITS.familiarClientMs);
  return [{ name: isFamiliar ? `${name} ${client}` : name, limit: ATTEMPT_LIMITS.second_factor }];
}
