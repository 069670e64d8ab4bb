import { expect, it } from 'vitest';
import { accountName } from './account-name.ts';

it('is the same for an email address in any spelling, and does not contain it', () => {
  expect(accountName(' ADA@example.com ')).toBe(accountName('ada@example.com'));
  expect(accountName('vİctım@x.test')).toBe(accountName('victim@x.test'));
  expect(accountName('ada@example.com')).toMatch(/^[0-9a-f]{64}$/);
  expect(accountName('eve@example.com')).not.toBe(accountName('ada@example.com'));
});
