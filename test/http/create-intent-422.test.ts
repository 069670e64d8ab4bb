import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

const post = (body: unknown): Promise<Reply> => create(shop.baseUrl, shop.keys, body);

const postAll = (bodies: readonly unknown[]): Promise<Reply[]> => Promise.all(bodies.map(post));

/** `customer/name` or `items/0/quantity`: where in the body, without the `#/` of its pointer. */
type Path = string;

/** The documented request with one member set. */
function having(path: Path, value: unknown): Record<string, unknown> {
  const body = withEverything();
  const [parent, name] = parentOf(body, path);
  parent[name] = value;
  return body;
}

/** The documented request without one member. */
function lacking(path: Path): Record<string, unknown> {
  const body = withEverything();
  const [parent, name] = parentOf(body, path);
  delete parent[name];
  return body;
}

/** The same as text, with the member's value written as given: what JSON.stringify cannot write. */
const havingText = (path: Path, json: string): string => JSON.stringify(having(path, '@@')).replace('"@@"', json);

function parentOf(body: Record<string, unknown>, path: Path): [Record<string, unknown>, string] {
  const steps = path.split('/');
  const name = steps.pop() ?? '';
  let parent = body;
  for (const step of steps) parent = parent[step] as Record<string, unknown>;
  return [parent, name];
}

/** Through JSON, so that the two addresses are two objects. */
const withEverything = (): Record<string, unknown> => ({
  ...(JSON.parse(JSON.stringify(validBody())) as Record<string, unknown>),
  metadata: { cart: 'c_1' },
  order_id: 'o_1',
  description: 'Bulbs',
  return_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  expires_in: 600,
  locale: 'en',
});

const ADDRESS_FIELDS = ['address', 'city', 'state', 'country', 'postal_code'];
const ADDRESSES = ['billing_address', 'shipping_address'].flatMap((name) =>
  ADDRESS_FIELDS.map((field) => `${name}/${field}`),
);
const TOP = [
  'customer',
  'total_amount',
  'items',
  'currency_displayed',
  'tax_percent',
  'tax_amount',
  'crypto_amount_requested',
  'exchange_rate',
  'billing_address',
  'shipping_address',
];
const CUSTOMER = ['customer/name', 'customer/email', 'customer/phone_number'];
const ITEM = ['items/0/item_id', 'items/0/quantity'];
const REQUIRED = [...TOP, ...CUSTOMER, ...ITEM, ...ADDRESSES];
const OPTIONAL = ['metadata', 'order_id', 'description', 'return_url', 'cancel_url', 'expires_in', 'locale'];

const TEXTS = [
  ...CUSTOMER,
  'items/0/item_id',
  'currency_displayed',
  'crypto_amount_requested',
  'exchange_rate',
  ...ADDRESSES,
  'metadata/cart',
  'order_id',
  'description',
  'return_url',
  'cancel_url',
  'locale',
];
const INTEGERS = ['total_amount', 'tax_amount', 'items/0/quantity', 'expires_in'];
const OBJECTS = ['customer', 'billing_address', 'shipping_address', 'items/0', 'metadata'];

const countIntents = () =>
  runSql<{ n: number }>(shop.databaseUrl, 'SELECT count(*)::int AS n FROM florin_data.payment_intents');

describe('422 for a missing field', () => {
  for (const path of REQUIRED) {
    it(`names ${path}`, async () => {
      const reply = await post(lacking(path));
      expectPointers(reply, [`#/${path}`]);
      expect(reply.json['errors']).toMatchObject([{ code: 'required' }]);
    });
  }

  it('names all of them at once', async () => {
    expectPointers(
      await post({}),
      TOP.map((name) => `#/${name}`),
    );
  });

  it('names all nested ones at once', async () => {
    const hollow = { customer: {}, items: [{}, { item_id: 'a' }], billing_address: {}, shipping_address: {} };
    expectPointers(
      await post({ ...validBody(), ...hollow }),
      [...CUSTOMER, ...ITEM, 'items/1/quantity', ...ADDRESSES].map((path) => `#/${path}`),
    );
  });

  for (const path of OPTIONAL) {
    it(`does not miss ${path}`, async () => {
      expect((await post(lacking(path))).status).toBe(201);
    });
  }
});

describe('422 for a field of another type', () => {
  const wrong: [paths: string[], values: string[]][] = [
    [TEXTS, ['1', 'true', 'null', '[]', '{}', '["a"]']],
    [INTEGERS, ['"1"', '""', 'true', 'null', '[]', '{}', '600.5', '1e400', '-1e400']],
    [OBJECTS, ['"x"', '1', 'true', 'null', '[]']],
    [['items'], ['"x"', '1', 'true', 'null', '{}', '{"0":{"item_id":"a","quantity":1},"length":1}']],
    [['tax_percent'], ['true', 'null', '[]', '{}', '[21]', '20.5', '1e400']],
  ];
  for (const [paths, values] of wrong) {
    for (const path of paths) {
      it(`names ${path} for ${values.join(', ')}`, async () => {
        const replies = await postAll(values.map((value) => havingText(path, value)));
        for (const reply of replies) expectPointers(reply, [`#/${path}`]);
      });
    }
  }

  for (const root of ['[]', 'null', '1', 'true', '"text"', '[{}]']) {
    it(`names the whole body for ${root}`, async () => {
      expectPointers(await post(root), ['#']);
    });
  }

  it('names every field that is wrong at once, missing ones too', async () => {
    const body = {
      ...withEverything(),
      customer: { name: 1, email: 'nobody' },
      total_amount: -1,
      items: [{ item_id: '', quantity: 0 }],
      tax_percent: 'many',
      metadata: { cart: 1 },
      locale: 'x',
      exchange_rate: undefined,
    };
    expectPointers(await post(body), [
      '#/customer/name',
      '#/customer/email',
      '#/customer/phone_number',
      '#/total_amount',
      '#/items/0/item_id',
      '#/items/0/quantity',
      '#/tax_percent',
      '#/metadata/cart',
      '#/locale',
      '#/exchange_rate',
    ]);
  });

  it('names each of a hundred wrong items', async () => {
    const items = Array.from({ length: 100 }, () => ({ item_id: 1, quantity: 0 }));
    const pointers = items.flatMap((_, index) => [`#/items/${index}/item_id`, `#/items/${index}/quantity`]);
    expectPointers(await post({ ...validBody(), items }), pointers);
  });

  it('stores nothing', async () => {
    const before = await countIntents();
    const replies = await postAll(REQUIRED.map(lacking));
    expect(replies.map((reply) => reply.status)).toEqual(REQUIRED.map(() => 422));
    expect(await countIntents()).toEqual(before);
  });
});

describe('422 for text that cannot be kept', () => {
  for (const path of TEXTS) {
    it(`names ${path} for U+0000 and half characters`, async () => {
      const escapes = ['\\u0000', 'a\\u0000b@c', '\\ud800', 'a\\uDFFFb@c', '\\udc00\\ud800'];
      const replies = await postAll(escapes.map((escape) => havingText(path, `"${escape}"`)));
      for (const reply of replies) expectPointers(reply, [`#/${path}`]);
    });
  }

  for (const escape of ['\\u0000', '\\ud800']) {
    it(`names metadata for a key with ${escape}`, async () => {
      expectPointers(await post(havingText('metadata', `{"a${escape}":"b"}`)), ['#/metadata']);
    });
  }

  it('takes a whole character that is written as two escapes', async () => {
    const reply = await post(havingText('customer/name', '"\\ud83d\\ude00"'));
    expect(reply.status).toBe(201);
  });

  it('names every such field at once', async () => {
    const text = JSON.stringify(withEverything()).replaceAll(/"(Amsterdam|Ada Jansen|Bulbs)"/g, '"\\u0000"');
    expectPointers(await post(text), [
      '#/customer/name',
      '#/billing_address/city',
      '#/shipping_address/city',
      '#/description',
    ]);
  });
});

/** Lengths count characters: a face is one, though it takes two units of UTF-16 and four bytes. */
const repeat = (character: string, length: number): string => character.repeat(length);

const emailOf = (length: number) => `${repeat('a', length - 12)}@example.com`;

const urlOf = (length: number) => `https://shop.example/${repeat('a', length - 21)}`;

describe('422 beyond a length, 201 at it', () => {
  const texts: [path: Path, max: number][] = [
    ['customer/name', 256],
    ['customer/phone_number', 32],
    ['items/0/item_id', 128],
    ...['billing_address', 'shipping_address'].flatMap((name): [Path, number][] => [
      [`${name}/address`, 512],
      [`${name}/city`, 128],
      [`${name}/state`, 128],
      [`${name}/country`, 64],
      [`${name}/postal_code`, 32],
    ]),
    ['metadata/cart', 500],
    ['order_id', 128],
    ['description', 1_000],
  ];
  for (const [path, max] of texts) {
    it(`counts ${max} characters of ${path}`, async () => {
      const characters = ['a', 'é', '漢', '😀'];
      const full = await postAll(characters.map((character) => having(path, repeat(character, max))));
      expect(full.map((reply) => reply.status)).toEqual([201, 201, 201, 201]);
      // The last one is a sign to the eye and two characters to everybody who counts.
      const tooLong = [...characters.map((character) => repeat(character, max + 1)), repeat('e\u0301', max / 2 + 1)];
      const beyond = await postAll(tooLong.map((text) => having(path, text)));
      for (const reply of beyond) expectPointers(reply, [`#/${path}`]);
    });
  }

  it('counts 254 characters of an email address', async () => {
    expect((await post(having('customer/email', emailOf(254)))).status).toBe(201);
    expectPointers(await post(having('customer/email', emailOf(255))), ['#/customer/email']);
  });

  for (const path of ['return_url', 'cancel_url']) {
    it(`counts 2048 characters of ${path}`, async () => {
      expect((await post(having(path, urlOf(2_048)))).status).toBe(201);
      expectPointers(await post(having(path, urlOf(2_049))), [`#/${path}`]);
    });
  }

  for (const path of ['customer/name', 'customer/phone_number', ...ADDRESSES, 'metadata/cart', 'description']) {
    it(`takes an empty ${path}`, async () => {
      expect((await post(having(path, ''))).status).toBe(201);
    });
  }

  for (const path of [
    'customer/email',
    'items/0/item_id',
    'currency_displayed',
    'crypto_amount_requested',
    'exchange_rate',
  ]) {
    it(`takes no empty ${path}`, async () => {
      expectPointers(await post(having(path, '')), [`#/${path}`]);
    });
  }
});

const itemsOf = (length: number) => Array.from({ length }, (_, index) => ({ item_id: `i${index}`, quantity: 1 }));

const metadataOf = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 'v']));

describe('422 beyond a range, 201 at its ends', () => {
  const ranges: [path: Path, min: number, max: number][] = [
    ['total_amount', 0, 999_999_999_999],
    ['tax_amount', 0, 999_999_999_999],
    ['tax_percent', 0, 100],
    ['items/0/quantity', 1, 1_000_000],
    ['expires_in', 300, 604_800],
  ];
  for (const [path, min, max] of ranges) {
    it(`takes ${path} from ${min} to ${max}`, async () => {
      const inside = await postAll([min, max].map((value) => having(path, value)));
      expect(inside.map((reply) => reply.status)).toEqual([201, 201]);
      const outside = [min - 1, max + 1, -max, Number.MAX_SAFE_INTEGER, 1e300];
      const replies = await postAll(outside.map((value) => having(path, value)));
      for (const reply of replies) expectPointers(reply, [`#/${path}`]);
    });
  }

  for (const [seconds, sent] of [
    [300, 300],
    [604_800, 604_800],
    [3_600, undefined],
  ] as const) {
    it(`expires after ${seconds} s for expires_in ${sent ?? 'left out'}`, async () => {
      const reply = await post(having('expires_in', sent));
      const { json } = await send(shop.baseUrl, shop.keys, `/payment_intents/${createdId(reply)}`);
      const lifetime = Date.parse(String(json['expires_at'])) - Date.parse(String(json['created_at']));
      expect(lifetime).toBe(seconds * 1_000);
    });
  }

  it('takes 1 to 100 items', async () => {
    for (const length of [1, 100]) expect((await post({ ...validBody(), items: itemsOf(length) })).status).toBe(201);
    for (const length of [0, 101]) expectPointers(await post({ ...validBody(), items: itemsOf(length) }), ['#/items']);
  });

  it('takes 50 members of metadata', async () => {
    for (const length of [0, 50]) expect((await post(having('metadata', metadataOf(length)))).status).toBe(201);
    expectPointers(await post(having('metadata', metadataOf(51))), ['#/metadata']);
  });

  it('takes metadata with keys of 40 characters', async () => {
    for (const character of ['k', '😀']) {
      expect((await post(having('metadata', { [repeat(character, 40)]: 'v' }))).status).toBe(201);
      expectPointers(await post(having('metadata', { [repeat(character, 41)]: 'v' })), ['#/metadata']);
    }
  });

  it('keeps metadata under any name', async () => {
    const text = '{"__proto__":"a","constructor":"b","toString":"c","":"d","a/b~c":"e"}';
    const reply = await post(havingText('metadata', text));
    expect(reply.status).toBe(201);
    const { text: intent } = await send(shop.baseUrl, shop.keys, `/payment_intents/${createdId(reply)}`);
    expect(intent).toContain(`"metadata":${text},"order_id"`);
  });

  it('writes names in a pointer as RFC 6901 wants', async () => {
    expectPointers(await post(having('metadata', { 'a/b~c': 1, '': 2, toString: 3 })), [
      '#/metadata/a~1b~0c',
      '#/metadata/',
      '#/metadata/toString',
    ]);
  });
});

describe('422 for a wrong form, 201 for a right one', () => {
  const forms: Record<Path, { right: unknown[]; wrong: unknown[] }> = {
    'customer/email': {
      right: ['a@b', 'ada+tag@sub.example.com', 'åsa@exämple.se', '"quoted"@example.com'],
      wrong: ['ada', '@', 'ada@', '@example.com', 'a b@example.com', 'a@b@c', 'ada@example.com\n', ' ada@example.com'],
    },
    currency_displayed: {
      right: ['USD', 'eur', 'Xbt', 'USDC', 'ABCDEFGHIJKL', '123'],
      wrong: ['US', 'ABCDEFGHIJKLM', 'U$D', ' USD', 'USD ', 'USD\n', 'ÜSD', 'US-D', 'ＵＳＤ'],
    },
    tax_percent: {
      right: ['0', '00', '9', '09', '21', '100', 0, 100],
      wrong: ['', ' 21', '21 ', '21%', '-1', '+1', '20.5', '101', '1e1', '0x1', 'ten', '٢١', '21\n', -1, 101, 0.5],
    },
    crypto_amount_requested: {
      right: ['1 SOL', '0.1 sol', '0.000000000000000001 SOL', '999999999999999999 SOL', '1 A', '1 ABCDEFGHIJKLMNOP'],
      wrong: [
        '0 SOL',
        '0.0 SOL',
        '000 SOL',
        '0.000000000000000000 SOL',
        '0.0000000000000000001 SOL',
        '1.0000000000000000000 SOL',
        '1000000000000000000 SOL',
        '-1 SOL',
        '+1 SOL',
        '.5 SOL',
        '1. SOL',
        '1,5 SOL',
        '1e3 SOL',
        '0x10 SOL',
        'NaN SOL',
        'Infinity SOL',
        '١ SOL',
        '1SOL',
        '1  SOL',
        '1\tSOL',
        '1\u00a0SOL',
        ' 1 SOL',
        '1 SOL ',
        '1 SOL\n',
        '1 ',
        '1',
        'SOL',
        'SOL 1',
        '1 S OL',
        '1 $OL',
        '1 ABCDEFGHIJKLMNOPQ',
      ],
    },
    exchange_rate: {
      right: ['1 SOL = $261.10', '1 SOL = $0', '1 BTC = 98,114.20 USD', '1 SOL = ₿0.002', '1 SOL = 1 USDCOIN'],
      wrong: [
        '2 SOL = $261.10',
        '1.0 SOL = $261.10',
        '1 SOL = 261.10',
        '1 SOL = $',
        '1 SOL = $-1',
        '1 SOL = $1.',
        '1 SOL = $.5',
        '1 SOL = $1,00',
        '1 SOL = $1,0000',
        '1 SOL = $,100',
        '1 SOL = $1e3',
        '1 SOL = $1.0000000000000000000',
        '1 SOL = $1000000000000000000',
        '1 SOL=$261.10',
        '1 SOL  = $261.10',
        '1SOL = $261.10',
        '1 = $261.10',
        '$261.10 = 1 SOL',
        ' 1 SOL = $261.10',
        '1 SOL = $261.10 ',
        '1 SOL = $261.10\n',
        '1 SOL = $261.10 USD',
        '1 SOL = about $261',
        'free',
      ],
    },
    return_url: {
      right: ['https://shop.example', 'http://localhost:3000/a?b=c#d', 'https://shop.example/%F0%9F%98%80'],
      wrong: [
        '',
        'shop.example',
        '/thanks',
        '//shop.example',
        'ftp://shop.example',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://',
        'https://a b',
        'https://shop.example\n',
        ' https://shop.example',
      ],
    },
    cancel_url: {
      right: ['https://shop.example/cart'],
      wrong: ['javascript:alert(1)', 'cart'],
    },
    locale: {
      right: ['en', 'ar-EG', 'zh-Hant-TW', 'gsw'],
      wrong: ['', 'e', 'en_US', 'en-', '-en', 'english', 'en US', 'en\n', `en${repeat('-aaaaaaaa', 4)}`],
    },
  };
  for (const [path, { right, wrong }] of Object.entries(forms)) {
    it(`takes each right form of ${path}`, async () => {
      const replies = await postAll(right.map((value) => having(path, value)));
      replies.forEach((reply, index) => {
        expect(reply.status, `${JSON.stringify(right[index])}: ${reply.text}`).toBe(201);
      });
    });

    it(`names ${path} for each wrong form`, async () => {
      const replies = await postAll(wrong.map((value) => having(path, value)));
      replies.forEach((reply, index) => {
        expect(reply.status, JSON.stringify(wrong[index])).toBe(422);
        expectPointers(reply, [`#/${path}`]);
      });
    });
  }
});

const sized = (bytes: number): string => {
  const text = JSON.stringify({ ...validBody(), padding: '' });
  return text.replace('"padding":""', `"padding":"${repeat('x', bytes - text.length)}"`);
};

/** The body is the first level, so a member of 9 nested lists is the tenth. */
const nested = (levels: number, open: string, close: string) =>
  `${JSON.stringify(validBody()).slice(0, -1)},"deep":${repeat(open, levels)}1${repeat(close, levels)}}`;

describe('the limits of the body', () => {
  it('201 for 64 KiB, 413 for one byte more', async () => {
    expect(Buffer.byteLength(sized(65_536))).toBe(65_536);
    expect((await post(sized(65_536))).status).toBe(201);
    expectProblem(await post(sized(65_537)), 413, 'body_too_large');
  });

  it('413 counts bytes, not characters', async () => {
    const text = sized(40_000).replaceAll('xx', 'éé');
    expect(text.length).toBe(40_000);
    expectProblem(await post(text), 413, 'body_too_large');
  });

  it('413 for a body that comes in chunks and does not say how long it is', async () => {
    const headers = {
      authorization: `Bearer ${shop.keys.private_key}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    };
    const path = `/${shop.keys.public_key}/create_checkout_payment_intent`;
    const whole = await sendBytes(shop.baseUrl, { method: 'POST', path, headers, body: sized(65_536) });
    expect(whole.status).toBe(201);
    const beyond = await sendBytes(shop.baseUrl, { method: 'POST', path, headers, body: sized(65_537) });
    expectProblem(beyond, 413, 'body_too_large');
  });

  for (const [name, open, close] of [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ] as const) {
    it(`201 for 10 levels of ${name}, 400 for one more`, async () => {
      expect((await post(nested(9, open, close))).status).toBe(201);
      expectProblem(await post(nested(10, open, close)), 400, 'malformed_json');
    });

    it(`400 for very many levels of ${name}`, async () => {
      expectProblem(await post(nested(10_000, open, close)), 400, 'malformed_json');
    });
  }
});
