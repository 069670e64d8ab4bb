import { describe, expect, it } from 'vitest';
import { routes } from '../routes.ts';
import { createSuggestPath } from './suggest-path.ts';

const suggest = createSuggestPath(routes);

const KEY = 'fpk_test_3YBf0Xgy09FIQMK1U6qtiy';

describe('createSuggestPath', () => {
  it.each([
    ['/create_checkout_payment_intent', '/<public_key>/create_checkout_payment_intent'],
    ['/payment_intents', '/<public_key>/payment_intents'],
    ['/payment_intents/pi_034xq7eOP9ZYU86r8hkeCz/cancel', '/<public_key>/payment_intents/<payment_intent_id>/cancel'],
  ])('says that %s lacks the public key', (path, meant) => {
    expect(suggest(path)).toBe(`The path must begin with your public key: ${meant}`);
  });

  it.each([
    [`/${KEY}/create_payment_intent`, '/<public_key>/create_checkout_payment_intent'],
    [`/${KEY}/create_checkout_payment_intents`, '/<public_key>/create_checkout_payment_intent'],
    [`/${KEY}/payment_intent/pi_034xq7eOP9ZYU86r8hkeCz`, '/<public_key>/payment_intents/<payment_intent_id>'],
    [`/${KEY}/payment_intents/pi_1/cancle`, '/<public_key>/payment_intents/<payment_intent_id>/cancel'],
    ['/fpk_test_x/webhooks_endpoints', '/<public_key>/webhook_endpoints'],
    [`/${KEY}/currencies`, '/currencies'],
    ['/create_payment_intent', '/<public_key>/create_checkout_payment_intent'],
    ['/health', '/healthz'],
  ])('takes %s for %s', (path, meant) => {
    expect(suggest(path)).toBe(`Did you mean ${meant}?`);
  });

  it.each([
    '',
    '/',
    '//',
    '*',
    '/wp-login.php',
    '/admin',
    '/dashboard/api/nothing',
    `/${KEY}`,
    `/${KEY}/`,
    `/${KEY}/nothing`,
  ])('knows nothing near %j', (path) => expect(suggest(path)).toBeUndefined());

  it('takes no time for long paths', () => {
    const startedMs = performance.now();
    const paths = [`/${'a'.repeat(16_000)}`, '/a'.repeat(8_000), '/fpk_'.repeat(3_000), '/0'.repeat(8_000)];
    for (let round = 0; round < 100; round += 1) for (const path of paths) expect(suggest(path)).toBeUndefined();
    // It takes milliseconds. Comparing each with every path would take minutes.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
