import type { Mailer, MailResult, OutgoingMail } from '../../src/ports/mailer.ts';
import { sendMails } from '../../src/usecases/mails/send-mails.ts';
import type { MemoryPorts } from './create-memory-ports.ts';

/** Stands for the SMTP server. It keeps what it is given, and fails as long as it is told to. */
export class Mailbox implements Mailer {
  readonly baseUrl = 'https://pay.example';
  readonly sent: OutgoingMail[] = [];
  failure: Extract<MailResult, { isSent: false }> | undefined;
  attempts = 0;

  async send(mail: OutgoingMail): Promise<MailResult> {
    this.attempts += 1;
    if (this.failure) return this.failure;
    this.sent.push(mail);
    return { isSent: true };
  }

  /** The part after the # of the link in the newest mail. */
  get token(): string {
    return /#([\w-]{43})/.exec(this.sent.at(-1)?.text ?? '')?.[1] ?? '';
  }
}

/** From now on, the ports send emails. */
export function openMailbox(ports: MemoryPorts): Mailbox {
  const mailbox = new Mailbox();
  ports.mailer = mailbox;
  return mailbox;
}

/** One round of the worker. Returns what became of the emails. */
export async function sendWaiting(ports: MemoryPorts, mailbox: Mailer): Promise<string[]> {
  const outcomes: string[] = [];
  const stopping = new AbortController().signal;
  await sendMails(ports, mailbox, { onOutcome: (outcome) => outcomes.push(outcome), stopping });
  return outcomes;
}
