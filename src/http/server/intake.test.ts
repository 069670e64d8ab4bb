import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../../domain/errors.ts';
import { newClient, openApp } from './open-app.test-fixture.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

function open(intake: { isEnding: boolean; error: Problem | undefined }) {
  const { app } = openApp({}, undefined, intake);
  opened.push(app);
  return (url: string) => app.inject({ url, remoteAddress: newClient() });
}

describe('a server that was told to stop', () => {
  it('answers, and closes the connection', async () => {
    const intake = { isEnding: false, error: undefined };
    const get = open(intake);
    expect((await get('/currencies')).headers['connection']).not.toBe('close');
    intake.isEnding = true;
    for (const path of ['/currencies', '/healthz', '/no-such-path']) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(path === '/no-such-path' ? 404 : 200);
      expect(answer.headers['connection']).toBe('close');
    }
  });
});

describe('a server that takes no requests', () => {
  it('answers only monitoring', async () => {
    const error = new Problem('unavailable', 'Not now.', { headers: { 'retry-after': '5' } });
    const get = open({ isEnding: false, error });
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(path)).statusCode).toBe(200);
    for (const path of [
      '/currencies',
      '/dashboard/api/session',
      '/fpk_test_x/checkout/pi_x',
      '/fpk_test_x/payment_intents',
    ]) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
    }
  });
});
