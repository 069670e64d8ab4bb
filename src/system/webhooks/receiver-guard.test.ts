import { describe, expect, it } from 'vitest';
import { createReceiverGuard, type GuardOptions } from './receiver-guard.ts';

const NAMES: Record<string, readonly string[]> = {
  'shop.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'xn--mnchen-3ya.example': ['93.184.215.14'],
  'half.example': ['93.184.215.14', '10.0.0.1'],
  'mapped.example': ['::ffff:93.184.215.14'],
  'intranet.example': ['10.1.2.3'],
  'both.example': ['10.1.2.3', '93.184.215.14'],
  localhost: ['127.0.0.1', '::1'],
};

async function resolve(hostname: string): Promise<readonly string[]> {
  const found = NAMES[hostname];
  if (!found) throw new Error(`ENOTFOUND ${hostname}`);
  return found;
}

const open = (options: Partial<GuardOptions> = {}) =>
  createReceiverGuard({ resolve, allowCidrs: [], toLoopback: false, ...options });

const INSECURE = { reason: 'The URL must begin with https://.' };
const NOT_FOUND = { reason: 'The host name could not be resolved, or has an address that is not public.' };
const notPublic = (address: string) => ({ reason: `The address ${address} is not public.` });

describe('a public receiver', () => {
  const guard = open();

  it.each([
    ['https://shop.example/hooks?a=b', 'https://shop.example', '/hooks?a=b'],
    ['https://SHOP.example./', 'https://shop.example', '/'],
    ['https://shop.example:8443', 'https://shop.example:8443', '/'],
    ['https://shop.example:443/ü', 'https://shop.example', '/%C3%BC'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example', '/'],
    ['https://93.184.215.14/', 'https://93.184.215.14', '/'],
    ['https://[2606:2800:21f::1]:444/', 'https://[2606:2800:21f::1]:444', '/'],
  ])('is %s', async (url, origin, path) => {
    expect(await guard(url, true)).toMatchObject({ origin, path });
  });

  it('has all its addresses', async () => {
    expect(await guard('https://shop.example', true)).toMatchObject({ addresses: NAMES['shop.example'] });
  });

  it.each([
    ['shop.example', 'The URL is not valid. Use a form such as https://shop.example.com/webhooks.'],
    ['', 'The URL is not valid. Use a form such as https://shop.example.com/webhooks.'],
    ['https://', 'The URL is not valid. Use a form such as https://shop.example.com/webhooks.'],
    ['http://shop.example', INSECURE.reason],
    ['ftp://shop.example', INSECURE.reason],
    ['file:///etc/passwd', INSECURE.reason],
    ['https://user@shop.example', 'Remove the user name and the password from the URL.'],
    ['https://:secret@shop.example', 'Remove the user name and the password from the URL.'],
    ['https://shop.example/#part', 'Remove the part of the URL after #.'],
    ['https://shop.example:25', 'Port 25 is for other services. Use 443, for example.'],
    ['https://shop.example:0', 'Port 0 is for other services. Use 443, for example.'],
    ['https://unknown.example', NOT_FOUND.reason],
  ])('is not %j', async (url, reason) => {
    expect(await guard(url, true)).toEqual({ reason });
  });
});

it('that is not secure is rejected before its name is looked up', async () => {
  const asked: string[] = [];
  const guard = open({ resolve: async (name) => (asked.push(name), []) });
  for (const livemode of [true, false]) expect(await guard('http://unknown.example', livemode)).toEqual(INSECURE);
  expect(asked).toEqual([]);
});

describe('an address that is not public', () => {
  const guard = open();

  it.each([
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['https://127.0.0.1', '127.0.0.1'],
    ['https://127.1', '127.0.0.1'],
    ['https://2130706433', '127.0.0.1'],
    ['https://0x7f.1', '127.0.0.1'],
    ['https://0x7f000001', '127.0.0.1'],
    ['https://0177.0.0.1', '127.0.0.1'],
    ['https://127.0.0.1.', '127.0.0.1'],
    ['https://１２７.０.０.１', '127.0.0.1'],
    ['https://0', '0.0.0.0'],
    ['https://[::]', '::'],
    ['https://[::1]', '::1'],
    ['https://[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['https://[0:0:0:0:0:ffff:7f00:0001]', '::ffff:7f00:1'],
    ['https://[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
    ['https://[2002:7f00:1::]', '2002:7f00:1::'],
  ])('is found in %s', async (url, address) => {
    expect(await guard(url, true)).toEqual(notPublic(address));
    expect(await guard(url, false)).toEqual(notPublic(address));
  });

  it.each(['https://LOCALHOST', 'https://localhost.', 'https://ⓛocalhost', 'https://intranet.example'])(
    'is not told to those who only know its name: %s',
    async (url) => {
      expect(await guard(url, true)).toEqual(NOT_FOUND);
      expect(await guard(url, false)).toEqual(NOT_FOUND);
    },
  );

  it('is enough to reject a name with a public address', async () => {
    expect(await guard('https://half.example', true)).toEqual(NOT_FOUND);
  });

  it('is an IPv4 address in the form of IPv6', async () => {
    expect(await guard('https://mapped.example', true)).toEqual(NOT_FOUND);
  });
});

describe('an allowed range', () => {
  const guard = open({ allowCidrs: ['10.1.0.0/16'] });

  it.each(['https://intranet.example', 'http://intranet.example', 'http://10.1.255.255:8080'])(
    'may receive webhooks in both modes: %s',
    async (url) => {
      expect(await guard(url, true)).toHaveProperty('addresses');
      expect(await guard(url, false)).toHaveProperty('addresses');
    },
  );

  it('allows nothing outside', async () => {
    expect(await guard('https://10.2.0.0', true)).toEqual(notPublic('10.2.0.0'));
    expect(await guard('https://half.example', true)).toEqual(NOT_FOUND);
    expect(await guard('http://127.0.0.1', false)).toEqual(notPublic('127.0.0.1'));
  });

  it('allows http only if every address is in it', async () => {
    expect(await guard('https://both.example', true)).toHaveProperty('addresses');
    expect(await guard('http://both.example', true)).toEqual(INSECURE);
    expect(await guard('http://shop.example', true)).toEqual(INSECURE);
    expect(await guard('http://unknown.example', true)).toEqual(NOT_FOUND);
  });
});

describe('loopback, if test mode may reach it', () => {
  const guard = open({ toLoopback: true });

  it.each(['http://localhost:4000/hooks', 'http://127.0.0.1:4000', 'https://[::1]', 'http://[::ffff:127.0.0.1]'])(
    'receives webhooks of test mode only: %s',
    async (url) => {
      expect(await guard(url, false)).toHaveProperty('addresses');
      expect(await guard(url, true)).toHaveProperty('reason');
    },
  );

  it.each(['http://shop.example', 'http://intranet.example', 'http://unknown.example'])(
    'is not at %s, which needs https',
    async (url) => expect(await guard(url, false)).toEqual(INSECURE),
  );

  it('is no other private address', async () => {
    expect(await guard('https://10.0.0.1', false)).toEqual(notPublic('10.0.0.1'));
  });
});
