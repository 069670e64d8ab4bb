import { afterEach, expect, it } from 'vitest';
import { type RunningSmtpServer, startSmtpServer } from '../../test/support/start-smtp-server.ts';
import { readConfig } from '../config.ts';
import { inspectMail } from './inspect-mail.ts';

let running: RunningSmtpServer | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const inspect = (port: number, user = '') =>
  inspectMail(
    readConfig({ FLORIN_SMTP_URL: `smtp://${user}127.0.0.1:${port}?tls=off`, FLORIN_MAIL_FROM: 'pay@example.com' }),
  );

it('finds nothing to check without a mail server', async () => {
  expect(await inspectMail(readConfig({}))).toEqual([]);
});

it('is content with a server that responds, and sends no mail', async () => {
  running = await startSmtpServer();
  expect(await inspect(running.port)).toEqual([
    { name: `mail server 127.0.0.1:${running.port}`, ok: true, detail: 'responds; mails come from pay@example.com' },
  ]);
  expect(running.mails).toEqual([]);
});

it('says why a server takes no mails, and not the password', async () => {
  running = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Unknown user')),
  });
  const [check] = await inspect(running.port, 'ada:s3cret@');
  expect(check).toMatchObject({ ok: false, detail: expect.stringMatching(/Unknown user.*; check FLORIN_SMTP_URL$/) });
  expect(JSON.stringify(check)).not.toContain('s3cret');
  const { port } = running;
  await running.stop();
  running = undefined;
  const [gone] = await inspect(port);
  expect(gone).toMatchObject({ ok: false, detail: expect.stringContaining('ECONNREFUSED') as string });
});
