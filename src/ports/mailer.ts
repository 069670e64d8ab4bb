import type { RenderedMail } from '../domain/mails/render-mail.ts';

export interface OutgoingMail extends RenderedMail {
  /** The same for every attempt, so that an email that arrives twice can be recognized. */
  messageId: string;
}

/** What became of an attempt. A permanent failure would fail in the same way again. */
export type MailResult = { isSent: true } | { isSent: false; reason: string; isPermanent: boolean };

/** Sends emails over SMTP. */
export interface Mailer {
  /** What the links in emails begin with. */
  baseUrl: string;
  /** Ends within a bounded time, or when the signal says so, and does not throw. */
  send(mail: OutgoingMail, stopping: AbortSignal): Promise<MailResult>;
}
