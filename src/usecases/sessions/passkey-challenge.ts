import { hash as digest } from 'node:crypto';
import type { UserId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Ports } from '../../ports/ports.ts';

/** Who a challenge is for: a user who adds a passkey, or anybody who signs in. */
type Audience = UserId | 'anybody';

const textOf = (nonce: string, expires: string, audience: Audience) => `passkey ${audience} ${nonce} ${expires}`;

/**
 * A challenge that needs no row: it says when it expires, and is signed. Only an answer that was accepted is stored, so
 * visitors cannot fill a table.
 */
export function makeChallenge({ clock, random, links }: Pick<Ports, 'clock' | 'random' | 'links'>, audience: Audience) {
  const nonce = Buffer.from(random.bytes(32)).toString('base64url');
  const expires = String(clock.nowMs() + LIMITS.passkeyChallengeMs);
  return `${nonce}.${expires}.${links.sign(textOf(nonce, expires, audience))}`;
}

export function isOpenChallenge(
  { clock, links }: Pick<Ports, 'clock' | 'links'>,
  audience: Audience,
  challenge: string,
): boolean {
  const [nonce = '', expires = '', signature = ''] = challenge.split('.');
  return links.isSigned(textOf(nonce, expires, audience), signature) && Number(expires) > clock.nowMs();
}

/** False if the challenge was used before. */
export function useChallenge({ secondFactors }: Pick<Ports, 'secondFactors'>, challenge: string): Promise<boolean> {
  const expiresAtMs = Number(challenge.split('.')[1]);
  return secondFactors.useChallenge(digest('sha256', challenge, 'hex'), expiresAtMs);
}
