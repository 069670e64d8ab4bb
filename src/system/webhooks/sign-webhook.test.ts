import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { signWebhook } from './sign-webhook.ts';

const ID = 'evt_034xqijXJyCP1HSN0rBD5V';
const BODY = '{"id":"evt_034xqijXJyCP1HSN0rBD5V","type":"payment_intent.succeeded","note":"Ünïcode ✓ 日本"}';

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

let secret: string;
let seconds: number;
beforeEach(() => {
  secret = newSecret();
  seconds = Math.floor(Date.now() / 1_000);
});

const headers = (signature: string, timestamp = seconds, id = ID) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

it('makes the signature of the specification’s example', () => {
  expect(
    signWebhook(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      '{"test": 2432232314}',
    ),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('the public library accepts', () => {
  it('the body as it was sent', () => {
    const signature = signWebhook(secret, ID, seconds, BODY);
    expect(new Webhook(secret).verify(BODY, headers(signature))).toEqual(JSON.parse(BODY));
  });

  it('secrets of 24 to 64 bytes', () => {
    for (let bytes = 24; bytes <= 64; bytes += 1) {
      const one = `whsec_${randomBytes(bytes).toString('base64')}`;
      expect(new Webhook(one).verify(BODY, headers(signWebhook(one, ID, seconds, BODY)))).toEqual(JSON.parse(BODY));
    }
  });

  it('either of two secrets while one is rolled', () => {
    const next = newSecret();
    const both = [next, secret].map((one) => signWebhook(one, ID, seconds, BODY)).join(' ');
    for (const one of [secret, next]) expect(new Webhook(one).verify(BODY, headers(both))).toEqual(JSON.parse(BODY));
  });
});

const rejects = (body: string, changed: Record<string, string>, key = secret) =>
  expect(() => new Webhook(key).verify(body, changed)).toThrow(/signature|timestamp/i);

describe('the public library rejects', () => {
  it('a body with one byte changed, wherever it is', () => {
    const signature = signWebhook(secret, ID, seconds, BODY);
    const bytes = Buffer.from(BODY);
    for (const [place, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      // Only ASCII characters, so that the text stays valid UTF-8.
      if (byte >= 0x80) continue;
      changed[place] = byte === 0x20 ? 0x21 : 0x20;
      rejects(changed.toString('utf8'), headers(signature));
    }
  });

  it('another time, and a time that was signed but is long ago', () => {
    rejects(BODY, headers(signWebhook(secret, ID, seconds, BODY), seconds + 1));
    rejects(BODY, headers(signWebhook(secret, ID, seconds - 3_600, BODY), seconds - 3_600));
  });

  it('another ID', () => {
    rejects(BODY, headers(signWebhook(secret, ID, seconds, BODY), seconds, `${ID}x`));
  });

  it('the secret of another endpoint', () => {
    rejects(BODY, headers(signWebhook(secret, ID, seconds, BODY)), newSecret());
  });
});
