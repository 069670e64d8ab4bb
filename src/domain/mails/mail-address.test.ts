import { expect, it } from 'vitest';
import { isMailAddress } from './mail-address.ts';

it.each(['ada@example.com', 'a.b+c@example.com', "o'neil@example.com", 'jörg@münchen.example'])(
  'isMailAddress takes %s',
  (text) => {
    expect(isMailAddress(text)).toBe(true);
  },
);

it.each([
  '',
  'ada',
  'x,eve@example.com',
  'a@b,c@d',
  '<ada@example.com>',
  'ada@example.com\r\n',
  '"a b"@x',
  'a\u0000@x',
])('isMailAddress refuses %j', (text) => {
  expect(isMailAddress(text)).toBe(false);
});
