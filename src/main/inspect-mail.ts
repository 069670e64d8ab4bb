import type { Check } from '../cli/command.ts';
import type { Config } from '../config.ts';
import { trySmtpServer } from '../system/mail/smtp-mailer.ts';

/** For `florin doctor`: whether the SMTP server takes emails from here. Nothing without one, since it is optional. */
export async function inspectMail({ mail }: Pick<Config, 'mail'>): Promise<Check[]> {
  if (!mail) return [];
  const { host, port } = mail.server;
  const name = `mail server ${host}:${port}`;
  const reason = await trySmtpServer(mail.server);
  if (reason !== undefined) return [{ name, ok: false, detail: `${reason}; check FLORIN_SMTP_URL` }];
  return [{ name, ok: true, detail: `responds; mails come from ${mail.from.address}` }];
}
