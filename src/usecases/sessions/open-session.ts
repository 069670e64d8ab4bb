import { hash as digest } from 'node:crypto';
import { type MerchantId, makeId, type SessionId, type UserId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Ports } from '../../ports/ports.ts';

/** The device that a user signs in with. */
export interface Client {
  address: string;
  userAgent: string;
  /** The previous session of the device. It ends, so that nobody else can continue it. */
  session: SessionId | undefined;
}

/** Opens a session of 14 days. The token exists only in the return value; the database stores its hash. */
export async function openSession(
  ports: Pick<Ports, 'clock' | 'random' | 'sessions'>,
  input: { userId: UserId; merchantId: MerchantId; client: Client },
): Promise<{ token: string }> {
  const nowMs = ports.clock.nowMs();
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const { client, userId, merchantId } = input;
  const session = {
    id: makeId('ses', nowMs, ports.random.bytes(10)),
    tokenHash: digest('sha256', token, 'hex'),
    userId,
    merchantId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + LIMITS.sessionMs,
    address: client.address,
    userAgent: client.userAgent.slice(0, LIMITS.userAgentLengthMax),
  };
  await ports.sessions.insert(session, client.session);
  return { token };
}
