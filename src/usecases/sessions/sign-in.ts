import { hash as digest } from 'node:crypto';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Ports } from '../../ports/ports.ts';
import { checkPassword } from './check-password.ts';
import { checkSecondFactor, type Proof } from './check-second-factor.ts';
import { countAttempt } from './count-attempt.ts';
import { type Client, openSession } from './open-session.ts';
import { secondFactorCounters } from './second-factor-counters.ts';
import type { Site } from './verify-passkey.ts';

type SignInPorts = Pick<
  Ports,
  | 'audit'
  | 'clock'
  | 'links'
  | 'passkeyCeremonies'
  | 'passwords'
  | 'random'
  | 'secondFactors'
  | 'sessions'
  | 'signInAttempts'
  | 'users'
  | 'vault'
>;

export interface SignInInput {
  email: string;
  password: string;
  client: Client;
  proof?: Proof;
  site?: Site | undefined;
  /** The token of a device that the user trusts. */
  deviceToken?: string | undefined;
  /** Whether to trust this device from now on. */
  trustsDevice?: boolean;
}

/**
 * Always opens a new session. A user who turned a second factor on needs it too, unless the device is trusted. A wrong code
 * counts as a failed attempt, like a wrong password, and for the user; a missing one does not.
 */
export async function signIn(
  ports: SignInPorts,
  input: SignInInput,
): Promise<{ token: string; deviceToken: string | undefined }> {
  const { email, password, client, proof = {}, site, deviceToken } = input;
  const { user, merchant, counters } = await checkPassword(ports, {
    email,
    password,
    client: client.network,
    address: client.address,
  });
  const isMissing = proof.code === undefined && proof.passkey === undefined;
  const attempt = isMissing
    ? undefined
    : await countAttempt(ports, [...counters, ...(await secondFactorCounters(ports, user.id, client.network))]);
  const isTrusted = deviceToken !== undefined && (await isTrustedDevice(ports, user, deviceToken));
  const given = { proof, site, address: client.address, merchantId: merchant.id };
  const isGiven = !(isTrusted && isMissing) && (await checkSecondFactor(ports, user, given));
  await attempt?.forgive();
  const { token } = await openSession(ports, {
    user,
    merchantId: merchant.id,
    client,
    secondFactorAtMs: isGiven ? ports.clock.nowMs() : undefined,
    passwordHash: user.passwordHash,
    method: methodOf(proof, { isGiven, isTrusted }),
  });
  const trusts = isGiven && input.trustsDevice === true;
  return { token, deviceToken: trusts ? await trustDevice(ports, { user, merchant, client }) : undefined };
}

/** What the user gave besides the password. */
function methodOf({ passkey }: Proof, { isGiven, isTrusted }: { isGiven: boolean; isTrusted: boolean }): string {
  if (isGiven) return passkey === undefined ? 'password and code' : 'password and passkey';
  return isTrusted ? 'password on a trusted device' : 'password';
}

const isTrustedDevice = ({ clock, secondFactors }: SignInPorts, { id }: Pick<User, 'id'>, token: string) =>
  secondFactors.isTrusted(id, digest('sha256', token, 'hex'), clock.nowMs());

async function trustDevice(
  ports: SignInPorts,
  { user: { id: userId }, merchant, client }: { user: User; merchant: Merchant; client: Client },
): Promise<string> {
  const nowMs = ports.clock.nowMs();
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const device = {
    id: makeId('dev', nowMs, ports.random.bytes(10)),
    userId,
    tokenHash: digest('sha256', token, 'hex'),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIMITS.trustedDeviceMs,
    address: client.address,
    userAgent: client.userAgent.slice(0, LIMITS.userAgentLengthMax),
  };
  await ports.secondFactors.trustDevice(device, {
    actor: userId,
    action: 'user.device_trusted',
    merchantId: merchant.id,
    subject: device.id,
    details: { address: client.address },
    atMs: nowMs,
  });
  return token;
}
