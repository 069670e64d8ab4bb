import { Problem } from '../../domain/errors.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import type { Ports } from '../../ports/ports.ts';
import { draftMails } from '../mails/draft-mails.ts';
import { accountName } from './account-name.ts';
import { countAttempt } from './count-attempt.ts';
import type { Client } from './open-session.ts';

/**
 * Queues an email with a link to set a new password. It does not look the account up, so neither the answer nor its time reveals
 * whether there is one.
 */
export async function requestPasswordReset(
  ports: Pick<Ports, 'clock' | 'mailer' | 'mails' | 'random' | 'signInAttempts' | 'vault'>,
  { email, client }: { email: string; client: Pick<Client, 'address' | 'network'> },
): Promise<void> {
  if (!ports.mailer) {
    throw new Problem(
      'mail_unavailable',
      'This server sends no email. Ask its operator to run "npx florin users reset-password".',
    );
  }
  const { reset, reset_client: ofClient } = ATTEMPT_LIMITS;
  await countAttempt(ports, [
    { name: `reset ${accountName(email)}`, limit: reset },
    { name: `reset_client ${client.network}`, limit: ofClient },
  ]);
  const content = { email: email.trim(), address: client.address };
  await ports.mails.add(draftMails(ports, undefined, 'password_reset', [content]));
}
