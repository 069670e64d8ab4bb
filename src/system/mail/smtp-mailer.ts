import { Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { LIMITS } from '../../domain/limits.ts';
import { isMailAddress } from '../../domain/mails/mail-address.ts';
import type { MailSender, SmtpServer } from '../../domain/mails/smtp-url.ts';
import type { Mailer, MailResult, OutgoingMail } from '../../ports/mailer.ts';

export interface MailOptions {
  server: SmtpServer;
  from: MailSender;
  baseUrl: string;
}

/** For the connection, the greeting and each answer. The limit of the whole attempt is longer. */
const STEP_MS_MAX = 10_000;

const REASON_LENGTH_MAX = 300;

/**
 * Sends emails over SMTP with nodemailer, each over a new connection: there are few of them. The library is loaded with the
 * first email, so that processes which only queue emails do without it.
 */
export const createSmtpMailer = ({ server, from, baseUrl }: MailOptions): Mailer => ({
  baseUrl,
  async send(mail, stopping) {
    // The library would read a list of addresses as several recipients.
    if (!isMailAddress(mail.to)) return failure('This is not an address that mails can go to.', true);
    return attempt(server, stopping, (transport) => transport.sendMail(toMessage(mail, from)));
  },
});

/** Connects and signs in as for an email, and sends none. Returns why the server would take no email; undefined if it would. */
export async function trySmtpServer(server: SmtpServer): Promise<string | undefined> {
  const result = await attempt(server, new AbortController().signal, (transport) => transport.verify());
  return result.isSent ? undefined : result.reason;
}

async function attempt(
  server: SmtpServer,
  stopping: AbortSignal,
  use: (transport: Transporter) => Promise<unknown>,
): Promise<MailResult> {
  const { createTransport } = await import('nodemailer');
  // The library cannot cut an attempt off, so the socket is ours to close.
  const socket = new Socket();
  const transport = createTransport({
    socket,
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'off',
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: STEP_MS_MAX,
    greetingTimeout: STEP_MS_MAX,
    socketTimeout: STEP_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = Promise.withResolvers<MailResult>();
  const end = (reason: string) => late.resolve(failure(reason));
  const timer = setTimeout(() => end('The server took too long.'), LIMITS.mailSendMsMax);
  const onStop = () => end('This process is stopping.');
  stopping.addEventListener('abort', onStop, { once: true });
  const used = use(transport).then(() => SENT, explain);
  try {
    return await Promise.race([used, late.promise]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', onStop);
    transport.close();
    socket.destroy();
  }
}

const SENT: MailResult = { isSent: true };
const failure = (reason: string, isPermanent = false): MailResult => ({ isSent: false, reason, isPermanent });

/** Addresses are given as objects, so that no part of one is read as another. */
const toMessage = ({ to, subject, text, html, messageId }: OutgoingMail, from: MailSender) => ({
  envelope: { from: from.address, to: [to] },
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** Only a recipient whom the server refuses permanently is not tried again: everything else can be fixed by the operator. */
function explain(error: unknown): MailResult {
  const { code, responseCode, command, message } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    message?: string;
  };
  const isRefused = code === 'EENVELOPE' && command !== 'MAIL FROM' && (responseCode ?? 500) >= 500;
  const reason = [code, responseCode, message].filter((part) => part !== undefined).join(' ');
  return failure(storable(reason), isRefused);
}

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** The server chose a part of the text, and the database refuses a zero character and half of a pair. */
const storable = (text: string): string => text.replaceAll(CONTROLS, ' ').slice(0, REASON_LENGTH_MAX).toWellFormed();
