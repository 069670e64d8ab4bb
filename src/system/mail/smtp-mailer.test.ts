import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/support/make-certificate.ts';
import { type RunningSmtpServer, startSmtpServer } from '../../../test/support/start-smtp-server.ts';
import type { SmtpServer } from '../../domain/mails/smtp-url.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let running: RunningSmtpServer | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const MAIL = {
  to: 'grace@example.com',
  subject: 'Grüße',
  text: 'Hello “you”\n',
  html: '<p>Hello</p>',
  messageId: '<mail_1@pay.example>',
};

const send = (port: number, mail: Partial<typeof MAIL> = {}, more: Partial<SmtpServer> = {}, stop?: AbortSignal) =>
  createSmtpMailer({
    server: { host: '127.0.0.1', port, user: undefined, password: undefined, tls: 'off', ...more },
    from: { name: 'Tulip, shop', address: 'pay@example.com' },
    baseUrl: 'https://pay.example',
  }).send({ ...MAIL, ...mail }, stop ?? new AbortController().signal);

describe('the SMTP mailer', () => {
  it('hands a mail over, as text and HTML', async () => {
    running = await startSmtpServer();
    expect(await send(running.port)).toEqual({ isSent: true });
    const [mail] = running.mails;
    expect(mail).toMatchObject({ from: 'pay@example.com', to: ['grace@example.com'], text: 'Hello “you”\n\n' });
    expect(mail?.raw).toContain('From: "Tulip, shop" <pay@example.com>');
    expect(mail?.raw).toContain('Message-ID: <mail_1@pay.example>');
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated');
    expect(mail?.raw).toContain('<p>Hello</p>');
  });

  it('adds no header and no recipient from a subject or an address', async () => {
    running = await startSmtpServer();
    await send(running.port, { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nText' });
    expect(running.mails[0]?.to).toEqual(['grace@example.com']);
    expect(running.mails[0]?.raw).not.toMatch(/^Bcc:/im);
    for (const to of [
      'a@example.com>\r\nRCPT TO:<eve@example.com',
      'a@example.com,eve@example.com',
      'a,eve@example.com',
    ]) {
      expect(await send(running.port, { to })).toMatchObject({ isSent: false, isPermanent: true });
    }
    expect(running.mails).toHaveLength(1);
  });

  it('signs in', async () => {
    const seen: unknown[] = [];
    running = await startSmtpServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        if (password === 'right') done(null, { user: username });
        else done(new Error('wrong'));
      },
    });
    expect(await send(running.port, {}, { user: 'ada', password: 'right' })).toEqual({ isSent: true });
    const refused = await send(running.port, {}, { user: 'ada', password: 'wrong' });
    expect(refused).toMatchObject({ isSent: false, isPermanent: false });
    expect(seen).toContainEqual(['ada', 'right']);
  });

  it('says nothing to a server without TLS where it is required', async () => {
    running = await startSmtpServer();
    expect(await send(running.port, {}, { tls: 'starttls' })).toMatchObject({ isSent: false, isPermanent: false });
    expect(running.mails).toEqual([]);
  });

  it.each(['starttls', 'implicit'] as const)('refuses a certificate that nobody vouches for: %s', async (tls) => {
    const certificate = makeCertificate('127.0.0.1');
    running = await startSmtpServer({ ...certificate, secure: tls === 'implicit', disabledCommands: ['AUTH'] });
    const refused = await send(running.port, {}, { tls });
    expect(refused).toMatchObject({ isSent: false, isPermanent: false });
    expect(refused).toMatchObject({ reason: expect.stringMatching(/self-signed|certificate/i) as string });
    expect(running.mails).toEqual([]);
  });

  it('knows a recipient who is refused permanently from one who is refused for now', async () => {
    running = await startSmtpServer({
      onRcptTo({ address }, _session, done) {
        done(Object.assign(new Error('no'), { responseCode: address.startsWith('gone') ? 550 : 450 }));
      },
    });
    expect(await send(running.port, { to: 'gone@example.com' })).toMatchObject({ isSent: false, isPermanent: true });
    expect(await send(running.port, { to: 'busy@example.com' })).toMatchObject({ isSent: false, isPermanent: false });
  });

  it('gives a reason that the database can store, whatever the server answers', async () => {
    const server = createServer((socket) => socket.write(`554 \u0000\u001b[2J ${'😀'.repeat(300)}\r\n`));
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    const result = await send(port);
    server.close();
    expect(result).toMatchObject({ isSent: false });
    const reason = 'reason' in result ? result.reason : '';
    expect(reason).toContain('554');
    expect(reason).toMatch(/^\P{Cc}{1,300}$/u);
    expect(reason.isWellFormed()).toBe(true);
  });

  it('does not take a refused sender for a refused recipient', async () => {
    running = await startSmtpServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
    });
    expect(await send(running.port)).toMatchObject({ isSent: false, isPermanent: false });
  });

  it('reports a server that is away, and stops waiting for one that says nothing', async () => {
    running = await startSmtpServer();
    const { port } = running;
    await running.stop();
    running = undefined;
    expect(await send(port)).toMatchObject({ isSent: false, isPermanent: false });
    const stopping = new AbortController();
    const silent = createServer(() => stopping.abort());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address() as { port: number };
    const result = await send(address.port, {}, {}, stopping.signal);
    expect(result).toMatchObject({ isSent: false, reason: 'This process is stopping.' });
    silent.close();
  });
});
