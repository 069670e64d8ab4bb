import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../support/client.ts';
import { PASSWORD } from './browser.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;
beforeAll(async () => {
  shops = await startTwoShops();
});
afterAll(() => shops.stop());

const ada = (path: string, body: Record<string, unknown>): Promise<Reply> =>
  shops.ada.browser.call('POST', path, { body });
const reason = 'Paid in cash.';
const NOBODY = 'pi_0000000000000000000000';

/** A stolen session must not be enough to get goods without paying. */
describe('in live mode, a decision needs the password', () => {
  it('to mark a payment as paid', async () => {
    const path = `/live/payment_intents/${shops.ada.intents.live}/mark_paid`;
    expectPointers(await ada(path, { reason }), ['#/password']);
    expectProblem(await ada(path, { reason, password: 'wrong password' }), 401, 'invalid_credentials');
    const paid = await ada(path, { reason, password: PASSWORD });
    expect([paid.status, paid.json['status']]).toEqual([200, 'succeeded']);
  });

  it.each([
    ['to resolve a review', `/live/payment_intents/${NOBODY}/resolve`, { decision: 'accept', reason }],
    ['to assign a transfer', '/live/transfers/tr_0000000000000000000000/assign', { payment_intent_id: NOBODY }],
  ])('%s', async (_, path, body) => {
    expectPointers(await ada(path, body), ['#/password']);
    expectProblem(await ada(path, { ...body, password: 'wrong password' }), 401, 'invalid_credentials');
    expectProblem(await ada(path, { ...body, password: PASSWORD }), 404, 'not_found');
  });
});

describe('in test mode, a decision needs no password', () => {
  it('to mark a payment as paid', async () => {
    const paid = await ada(`/test/payment_intents/${shops.ada.intents.test}/mark_paid`, { reason });
    expect([paid.status, paid.json['status']]).toEqual([200, 'succeeded']);
  });

  it.each([
    ['to resolve a review', `/test/payment_intents/${NOBODY}/resolve`, { decision: 'reject', reason }],
    ['to assign a transfer', '/test/transfers/tr_0000000000000000000000/assign', { payment_intent_id: NOBODY }],
  ])('%s', async (_, path, body) => {
    expectProblem(await ada(path, body), 404, 'not_found');
  });
});

it('a member is removed with the password', async () => {
  const { browser } = shops.ada;
  const { members } = (await browser.call('GET', '/team')).json as { members: { id: string }[] };
  const path = `/team/members/${members[0]?.id}`;
  expectPointers(await browser.call('DELETE', path, { body: {} }), ['#/password']);
  expectProblem(
    await browser.call('DELETE', path, { body: { password: 'wrong password' } }),
    401,
    'invalid_credentials',
  );
  expectProblem(await browser.call('DELETE', path, { body: { password: PASSWORD } }), 409, 'invalid_state');
});
