import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { totpCode } from '../../src/usecases/sessions/totp.ts';
import { runSql } from '../support/databases.ts';
import { type RunningSmtpServer, startSmtpServer } from '../support/start-smtp-server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser, PASSWORD } from './browser.ts';
import { confirmTotp } from './confirm-totp.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { joinTeam, openTeam } from './join-team.ts';
import { type Shop, startShop } from './start-shop.ts';

const NEXT = 'another horse battery';
const RESET = 'Reset your Florin password';

let smtp: RunningSmtpServer;
let shop: Shop;
let owner: Browser;

beforeAll(async () => {
  smtp = await startSmtpServer();
  shop = await startShop({
    FLORIN_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    FLORIN_MAIL_FROM: 'Tulip shop <pay@example.com>',
    FLORIN_TRUST_PROXY: 'loopback',
    // No node is needed to understand a wallet.
    FLORIN_RPC_SOLANA_DEVNET: 'http://127.0.0.1:9',
    FLORIN_LOG_LEVEL: 'fatal',
  });
  owner = await openTeam(shop.options, shop.baseUrl, 'ada@example.com');
});

afterAll(async () => {
  await shop.stop();
  await smtp.stop();
});

let clients = 0;
/** Every test is another client, because requests are limited per client. */
const newClient = (): Record<string, string> => {
  clients += 1;
  return { 'x-forwarded-for': `198.51.100.${clients}` };
};

const ask = (email: string, headers = newClient()) =>
  new Browser(shop.baseUrl).call('POST', '/password_reset/request', { body: { email }, headers });
const view = (token: string) =>
  new Browser(shop.baseUrl).call('POST', '/password_reset/view', { body: { token }, headers: newClient() });
const reset = (token: string, password = NEXT) =>
  new Browser(shop.baseUrl).call('POST', '/password_reset', { body: { token, password }, headers: newClient() });

let members = 0;
async function addMember(): Promise<{ email: string; browser: Browser }> {
  members += 1;
  const email = `member${members}@example.com`;
  return { email, browser: await joinTeam(owner, email, 'support') };
}

const resetsTo = (email: string) =>
  smtp.mails.filter(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${RESET}`));

/** Asks for a link, and returns its token when the email has come. */
async function getToken(email: string): Promise<string> {
  const before = resetsTo(email).length;
  expect((await ask(email)).status).toBe(202);
  const mail = await waitUntil('the mail has come', () => resetsTo(email)[before]);
  return new RegExp(`${shop.baseUrl}/dashboard/reset-password#([\\w-]{43})\\n`).exec(mail.text)?.[1] ?? '';
}

describe('the sign-in page', () => {
  it('is told that a password can be reset by mail', async () => {
    const { json } = await new Browser(shop.baseUrl).call('GET', '/session');
    expect(json).toMatchObject({ signed_in: false, reset_by_mail: true });
  });
});

describe('a request for a link', () => {
  it('is answered in the same way whether there is an account or not, and mails nobody else', async () => {
    const { email } = await addMember();
    const [known, unknown] = [await ask(email.toUpperCase()), await ask('nobody@example.com')];
    expect([known.status, known.json]).toEqual([202, unknown.json]);
    expect(known.text).not.toContain(email);
    const mail = await smtp.waitFor(email, RESET);
    expect(mail.from).toBe('pay@example.com');
    await waitUntil('the queue is empty', async () => {
      const rows = await runSql(shop.databaseUrl, 'SELECT 1 FROM florin_control.mails');
      return rows.length === 0;
    });
    expect(smtp.mails.some(({ to }) => to.includes('nobody@example.com'))).toBe(false);
  });

  it('rejects what is no email address', async () => {
    expectPointers(await ask('nobody'), ['#/email']);
  });

  it('is limited per account and per client, whether there is an account or not', async () => {
    for (const email of [(await addMember()).email, 'unknown@example.com']) {
      for (let count = 0; count < LIMITS.passwordResetsPerHour; count += 1) expect((await ask(email)).status).toBe(202);
      const refused = await ask(email);
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const client = newClient();
    for (let count = 0; count < LIMITS.passwordResetsPerHourOfClient; count += 1) {
      expect((await ask(`many${count}@example.com`, client)).status).toBe(202);
    }
    expectProblem(await ask('one.more@example.com', client), 429, 'rate_limited');
  });
});

describe('the link', () => {
  it('sets the password once, ends every session, and is followed by a mail', async () => {
    const { email, browser } = await addMember();
    const token = await getToken(email);
    expect((await view(token)).json).toEqual({ email });
    expectPointers(await reset(token, 'short'), ['#/password']);
    const done = await reset(token);
    expect([done.status, done.headers.get('set-cookie')]).toEqual([204, null]);
    expectProblem(await browser.call('GET', '/team'), 401, 'not_signed_in');
    expectProblem(await reset(token), 410, 'password_reset_invalid');
    expectProblem(await view(token), 410, 'password_reset_invalid');
    expectProblem(await new Browser(shop.baseUrl).signIn(email), 401, 'invalid_credentials');
    expect((await new Browser(shop.baseUrl).signIn(email, NEXT)).status).toBe(200);
    const notice = await smtp.waitFor(email, 'Your Florin password was changed');
    expect(notice.text).toContain('198.51.100.');
  });

  it('stores only the hash of its token, and no mail stays in the queue', async () => {
    const { email } = await addMember();
    const token = await getToken(email);
    const rows = await runSql(shop.databaseUrl, 'SELECT * FROM florin_control.password_resets');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    await waitUntil('the mail is gone', async () => {
      const mails = await runSql(shop.databaseUrl, 'SELECT sealed_content FROM florin_control.mails');
      return mails.length === 0;
    });
  });

  it('is replaced by a newer one, expires, and is worth nothing for another user', async () => {
    const [one, other] = [await addMember(), await addMember()];
    const first = await getToken(one.email);
    const second = await getToken(one.email);
    expectProblem(await reset(first), 410, 'password_reset_invalid');
    expect((await reset(second)).status).toBe(204);
    expect((await new Browser(shop.baseUrl).signIn(other.email)).status).toBe(200);
    const third = await getToken(other.email);
    await runSql(shop.databaseUrl, 'UPDATE florin_control.password_resets SET expires_at = now()');
    expectProblem(await reset(third), 410, 'password_reset_invalid');
    for (const token of ['', 'x', 'A'.repeat(43)]) expectProblem(await reset(token), 410, 'password_reset_invalid');
    expect((await new Browser(shop.baseUrl).signIn(other.email, PASSWORD)).status).toBe(200);
  });

  it('works for one of many requests at the same time', async () => {
    const { email } = await addMember();
    const token = await getToken(email);
    const tries = Array.from({ length: 4 }, (_, index) => untilHandled(() => reset(token, `${NEXT} ${index}`)));
    const replies = await Promise.all(tries);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(3);
  });

  it('does not replace the second factor, and forgets trusted devices', async () => {
    const { email, browser } = await addMember();
    const offered = await browser.call('POST', '/totp', { body: { password: PASSWORD } });
    const secret = String(offered.json['secret']);
    const confirmed = await confirmTotp(browser, secret);
    const [recoveryCode] = confirmed.json['recovery_codes'] as string[];
    const trusted = new Browser(shop.baseUrl);
    const body = { email, password: PASSWORD, code: recoveryCode, remember_device: true };
    const cookies = (await trusted.call('POST', '/sign_in', { body })).headers.getSetCookie().join(';');
    const device = /florin-device=[\w-]{43}/.exec(cookies)?.[0] ?? '';
    expect(device).not.toBe('');
    const signIn = (more: object = {}) =>
      new Browser(shop.baseUrl).call('POST', '/sign_in', {
        body: { email, password: NEXT, ...more },
        headers: { cookie: device },
      });
    expect((await signIn({ password: PASSWORD })).status).toBe(200);
    expect((await reset(await getToken(email))).status).toBe(204);
    expectProblem(await signIn(), 401, 'second_factor_required');
    const code = totpCode(secret, Math.floor(Date.now() / 30_000));
    expect((await signIn({ code })).status).toBe(200);
  });

  it('is in the audit log, with the addresses', async () => {
    const { email } = await addMember();
    await reset(await getToken(email));
    const { json } = await owner.call('GET', '/audit_log?kind=user&limit=10');
    const entries = json['data'] as { action: string; address: string; actor_email: string | null }[];
    expect(entries.find(({ action }) => action === 'user.password_reset')).toMatchObject({
      actor_email: email,
      address: expect.stringContaining('198.51.100.') as string,
    });
    expect(entries.find(({ action }) => action === 'user.password_reset_requested')).toMatchObject({
      actor_email: null,
      address: expect.stringContaining('198.51.100.') as string,
    });
  });
});

describe('other mails', () => {
  it('carry the link of an invitation, which can still be copied', async () => {
    const body = { email: 'ines@example.com', role: 'accountant', password: PASSWORD };
    const { status, json } = await owner.call('POST', '/team/invitations', { body });
    expect([status, json['mailed']]).toEqual([201, true]);
    const mail = await smtp.waitFor('ines@example.com', 'Join Tulip shop on Florin');
    expect(mail.text).toContain(`${String(json['url'])}\n`);
    expect(mail.text).toContain('ada@example.com invites you');
  });

  it('tell owners of a new wallet, unless they have turned notices off', async () => {
    const address = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
    const wallet = { network: 'solana-devnet', address, password: PASSWORD };
    const before = await owner.call('GET', '/notices');
    expect(before.json).toEqual({
      available: true,
      enabled: true,
      kinds: ['wallet_changed', 'payments_need_review', 'endpoint_disabled'],
    });
    expect((await owner.call('POST', '/test/wallets', { body: wallet })).status).toBe(201);
    const mail = await smtp.waitFor('ada@example.com', 'A wallet of Tulip shop was added');
    expect(mail.text).toContain('on solana-devnet was added by ada@example.com');
    expect(mail.raw).not.toContain(address);
    const off = await owner.call('PUT', '/notices', { body: { enabled: false } });
    expect(off.json['enabled']).toBe(false);
    const [{ id }] = ((await owner.call('GET', '/test/wallets')).json['data'] as [{ id: string }]) ?? [];
    const removed = await owner.call('DELETE', `/test/wallets/${id}`, { body: { password: PASSWORD } });
    expect(removed.status, removed.text).toBe(200);
    expect(await runSql(shop.databaseUrl, `SELECT 1 FROM florin_control.mails WHERE kind = 'wallet_changed'`)).toEqual(
      [],
    );
    await owner.call('PUT', '/notices', { body: { enabled: true } });
  });
});

describe('a server that sends no mails', () => {
  it('says so, and queues nothing', async () => {
    const plain = await startShop();
    try {
      const browser = new Browser(plain.baseUrl);
      expect((await browser.call('GET', '/session')).json).toMatchObject({ reset_by_mail: false });
      const body = { email: 'ada@example.com' };
      expectProblem(await browser.call('POST', '/password_reset/request', { body }), 409, 'mail_unavailable');
      const boss = await openTeam(plain.options, plain.baseUrl, 'ada@example.com');
      const invited = await boss.call('POST', '/team/invitations', {
        body: { email: 'ines@example.com', role: 'support', password: PASSWORD },
      });
      expect(invited.json['mailed']).toBe(false);
      expect((await boss.call('GET', '/notices')).json).toMatchObject({ available: false });
      expect(await runSql(plain.databaseUrl, 'SELECT 1 FROM florin_control.mails')).toEqual([]);
    } finally {
      await plain.stop();
    }
  });
});
