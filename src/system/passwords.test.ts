import { describe, expect, it } from 'vitest';
import { LIMITS } from '../domain/limits.ts';
import { passwords } from './passwords.ts';

/** Of "tulip", at the lowest cost. */
const CHEAP_HASH = '$argon2id$v=19$m=8,t=1,p=1$rg62Yyge3B9q/tmgioP4DA$5rXcS7tbdJ8odQ1s99HZgbO5UP1zp1oIwc/iYB0jd/c';

describe('passwords', () => {
  it('are verified', async () => {
    expect(await passwords.verify(CHEAP_HASH, 'tulip')).toBe(true);
    expect(await passwords.verify(CHEAP_HASH, 'rose')).toBe(false);
    expect(await passwords.verify(undefined, 'tulip')).toBe(false);
  });

  it('wait for each other, and not too many of them', async () => {
    const asked = LIMITS.passwordsAtOnceMax + LIMITS.passwordsWaitingMax + 1;
    const outcomes = await Promise.allSettled(
      Array.from({ length: asked }, () => passwords.verify(CHEAP_HASH, 'tulip')),
    );
    expect(outcomes[0]).toMatchObject({ value: true });
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'unavailable', headers: { 'retry-after': '2' } } });
  });
});
