import { LIMITS } from '../limits.ts';

/** How many failures with one name are allowed, and how long the next attempt must wait after them. */
export interface AttemptLimit {
  /** Failures count for this long. */
  windowMs: number;
  /** So many failures within the window cost nothing. */
  free: number;
  /** `until_free`: until one of them leaves the window. `growing`: a second after the last one, doubled by each more. */
  wait: 'until_free' | 'growing';
}

const perMinute = (free: number): AttemptLimit => ({ windowMs: 60_000, free, wait: 'until_free' });

const perHour = (free: number): AttemptLimit => ({ windowMs: 3_600_000, free, wait: 'until_free' });

const growing: AttemptLimit = {
  windowMs: LIMITS.signInFailureCountedMs,
  free: LIMITS.failedSignInsFree,
  wait: 'growing',
};

/** What a wrong password or second factor is counted under. */
export const ATTEMPT_LIMITS = {
  /** One client, whatever account it tries. */
  client: perMinute(LIMITS.failedSignInsPerMinuteOfClient),
  /** One client at one account. */
  pair: perMinute(LIMITS.failedSignInsPerMinute),
  /** One account, tried by clients that never signed in to it. */
  account: growing,
  /** A signed-in user who confirms with the password. */
  session: growing,
  /** A user's second factor, tried by clients that never gave it, or by one client that did. */
  second_factor: growing,
  /** One client that creates accounts. */
  sign_up: perMinute(LIMITS.signUpsPerMinute),
  /** Requests to reset the password of one account, and of one client. */
  reset: perHour(LIMITS.passwordResetsPerHour),
  reset_client: perHour(LIMITS.passwordResetsPerHourOfClient),
  /** Emails with invitations of one merchant, and to one address. */
  invitation_mail: perHour(LIMITS.invitationMailsPerHour),
  invitation_to: perHour(LIMITS.invitationMailsPerHourToAddress),
} as const satisfies Record<string, AttemptLimit>;

const DOUBLINGS_MAX = Math.ceil(Math.log2(LIMITS.signInDelayMsMax / LIMITS.signInDelayMsMin));

/** More failures than these make no difference. */
export const failuresRead = ({ free, wait }: AttemptLimit): number =>
  wait === 'growing' ? free + DOUBLINGS_MAX : free;

/** How long the next attempt must wait, from the times of the last failures, the newest first; 0 if not at all. */
export function waitAfter(
  { windowMs, free, wait }: AttemptLimit,
  failuresMs: readonly number[],
  nowMs: number,
): number {
  const counted = failuresMs.filter((atMs) => atMs > nowMs - windowMs);
  const [newest, oldest] = [counted[0], counted[free - 1]];
  if (newest === undefined || oldest === undefined) return 0;
  if (wait === 'until_free') return oldest + windowMs - nowMs;
  const delayMs = Math.min(LIMITS.signInDelayMsMax, LIMITS.signInDelayMsMin * 2 ** (counted.length - free));
  return Math.max(0, newest + delayMs - nowMs);
}
