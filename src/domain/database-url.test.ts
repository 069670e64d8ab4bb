import { describe, expect, it } from 'vitest';
import { readDatabaseUrl, showHost } from './database-url.ts';

const read = (url: string) => readDatabaseUrl(url, 'DATABASE_URL');
const hostsOf = (url: string) => read(url).hosts.map(showHost);

describe('the URL of a database', () => {
  it.each([
    'postgres://db',
    'postgresql://florin:p%40ss@db.example:6432/shop?sslmode=verify-full',
    'postgres:///shop',
    'postgres://florin@/shop?host=/run/postgresql',
    'postgres://db/shop?target_session_attrs=read-write',
  ])('with one host stays as it is: %s', (url) => {
    expect(read(url)).toMatchObject({ url, hosts: [{}] });
  });

  it('names several hosts, each with its port', () => {
    expect(hostsOf('postgres://florin:secret@a:5433,b,[::1]:6000/shop?target_session_attrs=primary')).toEqual([
      'a:5433',
      'b:5432',
      '[::1]:6000',
    ]);
  });

  it('names several hosts as parameters, with one port or one for each', () => {
    expect(hostsOf('postgres://florin@/shop?host=a,b')).toEqual(['a:5432', 'b:5432']);
    expect(hostsOf('postgres://florin@/shop?host=a,b&port=6000')).toEqual(['a:6000', 'b:6000']);
    expect(hostsOf('postgres://florin@/shop?host=a,b&port=6000,6001')).toEqual(['a:6000', 'b:6001']);
  });

  it('is rewritten for the driver, with user, database and the other parameters', () => {
    const url = 'postgres://flo%2Frin:s%40,cret@a,b/shop?sslmode=no-verify&target_session_attrs=read-write';
    expect(read(url).url).toBe('postgres://flo%2Frin:s%40,cret@localhost/shop?sslmode=no-verify');
  });

  it.each([
    ['mysql://florin:secret@a/shop', 'must look like'],
    ['postgres://florin:secret@a:x,b/shop', 'host:port'],
    ['postgres://florin:secret@a:70000,b/shop', 'port'],
    ['postgres://florin:secret@%zz/shop', 'host:port'],
    ['postgres://florin:secret@a,/shop', 'a comma without a host'],
    ['postgres://florin:secret@/shop?host=a,,b', 'a comma without a host'],
    ['postgres://florin:secret@/shop?host=a,b,c&port=1,2', '3 hosts and 2 ports'],
    ['postgres://florin:secret@a,b/shop?target_session_attrs=standby', 'read-write'],
  ])('is rejected without its password: %s', (url, why) => {
    expect(() => read(url)).toThrow(why);
    expect(() => read(url)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
  });
});
