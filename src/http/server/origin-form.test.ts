import { describe, expect, it } from 'vitest';
import { originForm } from './origin-form.ts';

describe('originForm', () => {
  it.each([
    ['http://localhost:4600/docs', '/docs'],
    ['HTTPS://pay.example.com/a/b?c=d://e/f', '/a/b?c=d://e/f'],
    ['http://[::1]:80//a', '//a'],
    ['http://localhost', '/'],
    ['http://localhost?a=/b', '/?a=/b'],
    ['http://localhost/%zz', '/%zz'],
    ['http://localhost/http://other/a', '/http://other/a'],
  ])('leaves the path of %s', (target, path) => {
    expect(originForm(target)).toBe(path);
  });

  it.each([
    '/',
    '/docs?a=b',
    '/http://localhost/docs',
    '*',
    '',
    'docs',
    'ftp://localhost/docs',
    'http:///docs',
    'http://[/docs',
    'http://a/docs#b',
  ])('leaves %j as it is', (target) => {
    expect(originForm(target)).toBe(target);
  });
});
