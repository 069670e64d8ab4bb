import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { waitUntil } from './wait-until.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The headers and the parts, as they were sent. */
  raw: string;
  /** The part for people who read plain text. */
  text: string;
}

export interface RunningSmtpServer {
  port: number;
  mails: ReceivedMail[];
  /** The newest email to an address whose subject contains this. */
  waitFor(to: string, subject: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** An SMTP server on this machine that keeps every mail. Without other options, it knows neither TLS nor users. */
export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<RunningSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const keep = async () => {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = envelope;
        const to = rcptTo.map(({ address }) => address);
        mails.push({ from: mailFrom ? mailFrom.address : '', to, raw, text: readText(raw) });
      };
      keep().then(() => done(), done);
    },
    ...options,
  });
  // A client that refuses the certificate is not an error of the server.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const find = (to: string, subject: string) =>
    mails.findLast((mail) => mail.to.includes(to) && readSubject(mail.raw).includes(subject));
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    waitFor: (to, subject) => waitUntil(`a mail to ${to} with "${subject}"`, () => find(to, subject)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Long headers go on in lines that begin with a space. */
const readSubject = (raw: string): string =>
  /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? '';

function readText(raw: string): string {
  const part = raw.split(/^--\S+\r\n/m).find((one) => /^Content-Type: text\/plain/im.test(one)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const plain = /^Content-Transfer-Encoding: quoted-printable/im.test(part) ? decodeQuoted(body) : body;
  return plain.replaceAll('\r\n', '\n');
}

const decodeQuoted = (body: string): string =>
  Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
