import { describe, expect, it } from 'vitest';
import { siteOf } from './site-of.ts';

describe('siteOf', () => {
  it('is the host name, with the origin', () => {
    expect(siteOf('https://pay.example:8443/')).toEqual({ id: 'pay.example', origin: 'https://pay.example:8443' });
    expect(siteOf('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
  });

  it('is nothing for an IP address', () => {
    expect(siteOf('http://127.0.0.1:3000')).toBeUndefined();
    expect(siteOf('http://[::1]:3000')).toBeUndefined();
  });
});
