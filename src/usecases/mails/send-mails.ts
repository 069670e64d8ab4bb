import { hash as digest } from 'node:crypto';
import { LIMITS } from '../../domain/limits.ts';
import type { MailContents } from '../../domain/mails/mail.ts';
import { nextMailAttempt } from '../../domain/mails/mail-retry.ts';
import { type RenderedMail, renderMail } from '../../domain/mails/render-mail.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { ClaimedMail } from '../../ports/mails.ts';
import type { Ports } from '../../ports/ports.ts';

type SendPorts = Pick<Ports, 'clock' | 'mails' | 'random' | 'users' | 'vault'>;

export type MailOutcome = 'sent' | 'retried' | 'failed' | 'nothing';

/**
 * Sends emails that are due, a few at a time, until none is left or it is told to stop. An email is sent at least once: a process
 * that dies in between leaves it to the next one.
 */
export async function sendMails(
  ports: SendPorts,
  mailer: Mailer,
  { onOutcome, stopping }: { onOutcome: (outcome: MailOutcome) => void; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    const nowMs = ports.clock.nowMs();
    const claimed = await ports.mails.claim(LIMITS.mailsInFlightMax, nowMs, nowMs + LIMITS.mailClaimMs);
    const rounds = await Promise.allSettled(
      claimed.map(async (mail) => onOutcome(await sendMail(ports, mailer, mail, stopping))),
    );
    const failures = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'some emails could not be handled');
    if (claimed.length < LIMITS.mailsInFlightMax) return;
  }
}

async function sendMail(
  ports: SendPorts,
  mailer: Mailer,
  mail: ClaimedMail,
  stopping: AbortSignal,
): Promise<MailOutcome> {
  const rendered = await prepareMail(ports, mailer, mail);
  if (!rendered) {
    await ports.mails.remove(mail.id);
    return 'nothing';
  }
  const messageId = `<${mail.id}@${new URL(mailer.baseUrl).hostname}>`;
  const result = await mailer.send({ ...rendered, messageId }, stopping);
  if (result.isSent) {
    await ports.mails.remove(mail.id);
    return 'sent';
  }
  const nowMs = ports.clock.nowMs();
  // The attempt was cut off. The next process tries again when the claim ends.
  if (stopping.aborted) return 'retried';
  const nextMs = result.isPermanent ? undefined : nextMailAttempt(mail.attempts, nowMs);
  if (nextMs !== undefined) {
    await ports.mails.retry(mail, nextMs);
    return 'retried';
  }
  const { kind, merchantId, attempts } = mail;
  const audit = { actor: 'mail_queue', action: 'mail.failed', merchantId, subject: mail.id, atMs: nowMs };
  await ports.mails.giveUp(mail.id, { ...audit, details: { kind, attempts, reason: result.reason } });
  return 'failed';
}

/** The email as it is sent; undefined if nobody is to get it. */
async function prepareMail(
  ports: SendPorts,
  { baseUrl }: Mailer,
  mail: ClaimedMail,
): Promise<RenderedMail | undefined> {
  const text = ports.vault.open(mail.sealedContent, ['mails.sealed_content', mail.id]);
  if (mail.kind !== 'password_reset') {
    return renderMail(mail.kind, JSON.parse(text) as MailContents[typeof mail.kind], baseUrl);
  }
  return prepareReset(ports, baseUrl, mail, JSON.parse(text) as MailContents['password_reset']);
}

/**
 * The token exists only in the email, and its hash in the database. Another attempt makes another token. The email goes to the
 * address of the account, which may be written in another way than the one that was asked for.
 */
async function prepareReset(
  ports: SendPorts,
  baseUrl: string,
  { attempts, createdAtMs }: ClaimedMail,
  { email, address }: MailContents['password_reset'],
): Promise<RenderedMail | undefined> {
  const nowMs = ports.clock.nowMs();
  const found = await ports.users.findByEmail(email);
  // Nobody waits for the link of a request from long ago.
  if (!found || createdAtMs + LIMITS.passwordResetMs <= nowMs) return undefined;
  const { user, merchant } = found;
  const token = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const audit = {
    actor: 'visitor',
    action: 'user.password_reset_requested',
    merchantId: merchant.id,
    subject: user.id,
    details: { address },
    atMs: nowMs,
  };
  await ports.users.offerPasswordReset(
    { userId: user.id, tokenHash: digest('sha256', token, 'hex'), expiresAtMs: nowMs + LIMITS.passwordResetMs },
    attempts === 1 ? audit : undefined,
  );
  // Browsers do not send the part after the #, so the token is in no proxy's log.
  return renderMail('password_reset', { to: user.email, url: `${baseUrl}/dashboard/reset-password#${token}` }, baseUrl);
}
