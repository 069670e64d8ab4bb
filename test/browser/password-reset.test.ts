import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../http/browser.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { florin, type RunningServer, startServer } from '../support/server.ts';
import { type RunningSmtpServer, startSmtpServer } from '../support/start-smtp-server.ts';
import { applyView, findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';

const EMAIL = 'ada@example.com';
const NEXT = 'another horse battery';

let smtp: RunningSmtpServer;
let server: RunningServer;
let page: Page;
let stop: () => Promise<void>;

beforeAll(async () => {
  const databaseUrl = await createMigrated(['control', 'data']);
  smtp = await startSmtpServer();
  server = await startServer({
    databaseUrl,
    env: {
      FLORIN_LOG_LEVEL: 'error',
      FLORIN_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      FLORIN_MAIL_FROM: 'pay@example.com',
    },
  });
  await florin({ databaseUrl }, 'merchants', 'create', '--name', 'Tulip', '--email', EMAIL, '--password', PASSWORD);
  const chromium = await launchChromium();
  page = await (await chromium.newContext({ reducedMotion: 'reduce' })).newPage();
  stop = async () => {
    await chromium.close();
    await server.stop();
    await smtp.stop();
  };
});

afterAll(() => stop());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function expectAccessible(): Promise<void> {
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await applyView(page, ['light', 1_280]);
}

it('leads from the sign-in page over a mail to a new password', async () => {
  await page.goto(`${server.baseUrl}/dashboard/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await expectAccessible();
  await press('Send link');
  await page.getByText('an email address', { exact: false }).waitFor();
  await page.getByLabel('Email').fill(EMAIL);
  await press('Send link');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await expectAccessible();
  const { text } = await smtp.waitFor(EMAIL, 'Reset your Florin password');
  const link = /^http\S+#\S+$/m.exec(text)?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('New password').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(EMAIL);
  await expectAccessible();
  await page.getByLabel('New password').fill('short');
  await press('Change password');
  await page.locator('[aria-invalid=true]').waitFor();
  await page.getByLabel('New password').fill(NEXT);
  await press('Change password');
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await expectAccessible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(NEXT);
  await press('Sign in');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Link not valid' }).waitFor();
  await expectAccessible();
});

it('lets a person turn notices off', async () => {
  await page.goto(`${server.baseUrl}/dashboard/account`);
  const choice = page.getByLabel('Email me about changed wallets', { exact: false });
  await choice.click();
  await page.getByText('Notices are off').waitFor({ state: 'attached' });
  await page.reload();
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(false);
  await expectAccessible();
});

it('says in the audit log what happened, in words', async () => {
  await page.goto(`${server.baseUrl}/dashboard/settings/audit-log`);
  await page.getByText('Reset the password').waitFor();
  await page.getByText('Not signed in').first().waitFor();
  expect(await page.getByText('user.password_reset').count()).toBe(0);
});
