import { describe, expect, it } from 'vitest';
import {
  DEFAULT_POLICY,
  effectiveTolerancePercent,
  isOrigin,
  isSupportContact,
  readDecimalSetting,
} from './settings.ts';

describe('an origin', () => {
  it.each(['https://shop.example.com', 'https://shop.example.com:8443', 'http://localhost:5173', 'http://[::1]:3000'])(
    'may be %s',
    (text) => expect(isOrigin(text)).toBe(true),
  );

  it.each([
    '',
    '*',
    'null',
    'shop.example.com',
    'https://shop.example.com/',
    'https://shop.example.com/path',
    'https://Shop.example.com',
    'https://shop.example.com:443',
    'https://user@shop.example.com',
    'https://*.example.com',
    'javascript:alert(1)',
    'ftp://shop.example.com',
  ])('is not %j', (text) => expect(isOrigin(text)).toBe(false));
});

describe('the tolerance that applies', () => {
  it.each([
    ['0', '0'],
    ['0.50', '0.50'],
    ['5', '5'],
    ['5.0001', '5'],
    ['100', '5'],
  ])('for a stored %s percent is %s', (tolerancePercent, applies) => {
    expect(effectiveTolerancePercent({ ...DEFAULT_POLICY, tolerancePercent })).toBe(applies);
  });
});

describe('a decimal setting', () => {
  it('is text of digits within its bound, also where a number was sent', () => {
    expect(readDecimalSetting('0.5', 100)).toBe('0.5');
    expect(readDecimalSetting(0.25, 100)).toBe('0.25');
    expect(readDecimalSetting('1.00', 100)).toBe('1.00');
    expect(readDecimalSetting('100', 100)).toBe('100');
    for (const value of ['', '-1', '100.1', '1e2', '.5', '5.', '0.12345', 1e-7, Number.NaN, -0.5]) {
      expect(readDecimalSetting(value, 100), String(value)).toBeUndefined();
    }
  });
});

describe('isSupportContact', () => {
  it.each([
    'help@shop.example',
    'first.last+tag@sub.shop.example',
    'hilfe@läden.example',
    'https://shop.example/help?a=1#b',
    'HTTPS://shop.example',
  ])('takes %s', (text) => {
    expect(isSupportContact(text)).toBe(true);
  });

  it.each([
    '',
    'help',
    'help@shop',
    '@shop.example',
    'help@shop.example?bcc=eve@evil.example',
    'help@shop.example,eve@evil.example',
    '"a b"@shop.example',
    'help @shop.example',
    'http://shop.example/help',
    'javascript:alert(1)',
    'mailto:help@shop.example',
    'https://user:secret@shop.example',
    'https://',
    'https://shop.example/a b',
    '//shop.example',
  ])('refuses %j', (text) => {
    expect(isSupportContact(text)).toBe(false);
  });
});
