import { expect, it } from 'vitest';
import { walletUrl, webUrl } from './safe-url.ts';

it.each(['https://shop.example/a?b=c', 'http://127.0.0.1:3000/', '/invoices/1'])('%s is a web URL', (url) => {
  expect(webUrl(url)).toBe(url);
});

it.each([null, '', 'javascript:alert(1)', ' https://a.example', '//evil.example', 'data:text/html,x', 'shop.example'])(
  '%j is not a web URL',
  (url) => {
    expect(webUrl(url)).toBeUndefined();
  },
);

it.each(['solana:abc?amount=1', 'bitcoin:bc1q', 'ethereum:0x00@1/transfer', 'florin-simulated:x'])(
  '%s is a wallet link',
  (uri) => {
    expect(walletUrl(uri)).toBe(uri);
  },
);

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:x',
  ' data:x',
  'DATA:x',
  'x',
])('%j is not a wallet link', (uri) => {
  expect(walletUrl(uri)).toBeUndefined();
});
