import { expect, it } from 'vitest';
import { signWebhook } from './sign-webhook.ts';

/** The example of the Standard Webhooks specification. */
const EXAMPLE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  atMs: 1_614_265_330_999,
  body: '{"test": 2432232314}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};

it('signs the example of the specification as it says', () => {
  expect(signWebhook(EXAMPLE)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs with both secrets while one rolls', () => {
  const both = signWebhook({ ...EXAMPLE, secrets: [...EXAMPLE.secrets, 'whsec_b3RoZXI='] })['webhook-signature'];
  const [first, second, ...rest] = both.split(' ');
  expect(first).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(second).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(rest).toEqual([]);
});

it.each([{ body: '{"test": 2432232315}' }, { atMs: 1_614_265_331_000 }, { id: 'msg_2' }, { secrets: ['whsec_AA=='] }])(
  'signs differently with %j',
  (change) => {
    const [one, other] = [EXAMPLE, { ...EXAMPLE, ...change }].map((webhook) => signWebhook(webhook));
    expect(other?.['webhook-signature']).not.toBe(one?.['webhook-signature']);
  },
);
