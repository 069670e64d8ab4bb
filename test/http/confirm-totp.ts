import { expect } from 'vitest';
import { totpCode } from '../../src/usecases/sessions/totp.ts';
import type { Reply } from '../support/client.ts';
import type { Browser } from './browser.ts';

const STEP_MS = 30_000;

/** Confirms an authenticator app with the code of the last step, the oldest that counts, so that the test can use the newer ones. */
export async function confirmTotp(browser: Browser, secret: string): Promise<Reply> {
  const confirm = () => {
    const code = totpCode(secret, Math.floor(Date.now() / STEP_MS) - 1);
    return browser.call('POST', '/totp/confirm', { body: { code } });
  };
  const first = await confirm();
  // A new step may have begun on the way.
  const confirmed = first.status === 401 ? await confirm() : first;
  expect(confirmed.status, confirmed.text).toBe(200);
  return confirmed;
}
