import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { type MerchantId, makeId, type SessionId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Ports } from '../../ports/ports.ts';
import { accountName } from './account-name.ts';
import { secondFactorName } from './second-factor-counters.ts';

/** The device that a user signs in with. */
export interface Client {
  address: string;
  /** The network that the client is counted as: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  userAgent: string;
  /** The previous session of the device. It ends, so that nobody else can continue it. */
  session: SessionId | undefined;
}

/**
 * Opens a session of 14 days, and remembers that the user signed in from here. The token exists only in the return value;
 * the database stores its hash.
 */
export async function openSession(
  ports: Pick<Ports, 'clock' | 'random' | 'sessions' | 'signInAttempts'>,
  input: {
    user: Pick<User, 'id' | 'email'>;
    merchantId: MerchantId;
    client: Client;
    secondFactorAtMs?: number | undefined;
    /** Of the password that was checked, if the user signs in with one. */
    passwordHash?: string;
    /** What the user signed in with, for the audit log. */
    method?: string;
  },
): Promise<{ token: string }> {
  const nowMs = ports.clock.nowMs();
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const { client, user, merchantId } = input;
  const session = {
    id: makeId('ses', nowMs, ports.random.bytes(10)),
    tokenHash: digest('sha256', token, 'hex'),
    userId: user.id,
    merchantId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + LIMITS.sessionMs,
    address: client.address,
    userAgent: client.userAgent.slice(0, LIMITS.userAgentLengthMax),
    secondFactorAtMs: input.secondFactorAtMs,
  };
  await ports.signInAttempts.remember(accountName(user.email), client.network, nowMs);
  if (input.secondFactorAtMs !== undefined) {
    await ports.signInAttempts.remember(secondFactorName(user.id), client.network, nowMs);
  }
  const audit = { actor: user.id, action: 'user.signed_in', merchantId, subject: session.id, atMs: nowMs };
  const details = { method: input.method, address: client.address };
  const isOpen = await ports.sessions.insert(session, client.session, {
    audit: input.method === undefined ? undefined : { ...audit, details },
    passwordHash: input.passwordHash,
  });
  if (!isOpen) throw new Problem('invalid_credentials', 'The password was changed a moment ago. Use the new one.');
  return { token };
}
