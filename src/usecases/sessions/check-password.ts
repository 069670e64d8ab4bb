import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AttemptCounter } from '../../ports/sign-in-attempts.ts';
import { accountName } from './account-name.ts';
import { countAttempt } from './count-attempt.ts';

export interface GivenPassword {
  email: string;
  password: string;
  /** The network that the client is counted as. */
  client: string;
  /** Its IP address, for the audit log. */
  address: string;
}

/**
 * Finds the user by email address and password. Neither the response nor its time reveals whether the email address is
 * known. Returns what the attempt was counted under, for a second factor that is checked next.
 */
export async function checkPassword(
  ports: Pick<Ports, 'audit' | 'clock' | 'random' | 'users' | 'signInAttempts' | 'passwords'>,
  { email, password, client, address }: GivenPassword,
): Promise<{ user: User; merchant: Merchant; counters: AttemptCounter[] }> {
  const account = accountName(email);
  const familiarFromMs = ports.clock.nowMs() - LIMITS.familiarClientMs;
  const isFamiliar = await ports.signInAttempts.isFamiliar(account, client, familiarFromMs);
  const counters = countersOf(account, client, isFamiliar);
  // It counts even if the queue for hashing has no room, so that a flood soon gets 429, which costs less.
  const attempt = await countAttempt(ports, counters);
  const found = await ports.users.findByEmail(email);
  const knownAs = isFamiliar ? found?.user.id : undefined;
  const fits = await ports.passwords.verify(found?.user.passwordHash, password, knownAs);
  if (!found || !fits) {
    // Also written if there is no account, so that the time does not reveal it. The text may be a password, so it is not kept.
    await ports.audit.record({
      actor: 'visitor',
      action: 'user.sign_in_failed',
      merchantId: found?.merchant.id,
      subject: found?.user.id ?? '',
      details: { address },
      atMs: ports.clock.nowMs(),
    });
    throw new Problem('invalid_credentials', 'The email address or password is wrong.');
  }
  await attempt.forgive();
  return { ...found, counters };
}

/**
 * A client that signed in to the account before waits only for what it did itself, so others cannot lock its owner out.
 * All other clients together share the delay of the account, so guessing from many addresses is no faster.
 */
function countersOf(account: string, client: string, isFamiliar: boolean): AttemptCounter[] {
  const { client: ofClient, pair, account: ofAccount } = ATTEMPT_LIMITS;
  return [
    { name: `client ${client}`, limit: ofClient },
    { name: `pair ${account} ${client}`, limit: pair },
    ...(isFamiliar ? [] : [{ name: `account ${account}`, limit: ofAccount }]),
  ];
}
