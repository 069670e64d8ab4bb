import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressPattern, MAYBE_ADDRESS } from './address-pattern.ts';

const finds = (email: string, path: string): boolean => new RegExp(addressPattern(email), 'i').test(path);

describe('the pattern of an address', () => {
  it.each([
    ['ada@example.com', '/items/ada@example.com'],
    ['ada@example.com', '/items?mail=ADA%40Example.com&limit=1'],
    ['ADA@EXAMPLE.COM', '/a?q=%61%44a%2540example%252Ecom'],
    ['ada+shop@example.com', '/a?q=ada%2Bshop%40example.com'],
    ['ada+shop@example.com', '/a/ada+shop@example.com'],
    ['jürgen@example.com', '/a?q=J%C3%9CRGEN%40example.com'],
    ['JÜRGEN@example.com', '/a?q=j%c3%bcrgen@example.com'],
    ['jürgen@example.com', `/a?q=${Buffer.from('jürgen@example.com').toString('latin1')}`],
  ])('of %s finds it in %s', (email, path) => {
    expect(finds(email, path)).toBe(true);
    expect(new RegExp(MAYBE_ADDRESS).test(path)).toBe(true);
  });

  it.each([
    ['ada@example.com', '/a?q=ada@exampleXcom'],
    ['ada+shop@example.com', '/a?q=adaashop@example.com'],
    ['a.*@example.com', '/a?q=abc@example.com'],
    ['ada@example.com', '/a?q=eve@example.com'],
  ])('of %s does not find %s', (email, path) => {
    expect(finds(email, path)).toBe(false);
  });

  it('finds every address as clients escape it', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.nat({ max: 3 }), (email, times) => {
        let path = email;
        for (let time = 0; time < times; time += 1) path = encodeURIComponent(path);
        expect(finds(email, `/a?q=${path}`)).toBe(true);
      }),
    );
  });
});
