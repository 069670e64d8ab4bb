import { createHash } from 'node:crypto';
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { FIXTURES } from './fixtures.ts';
import { renderCheckout, renderUnknownLink } from './render.ts';
import { SAMPLE_OPTIONS as options } from './sample-options.ts';
import { LANGUAGES } from './text/languages.ts';
import type { CheckoutState } from './view/state.ts';

const KNOWN = Object.entries(FIXTURES).filter((entry): entry is [string, CheckoutState] => entry[1] !== null);

/** States that share a screen with another one. */
const SAME_SCREEN = new Set([
  'several_networks',
  'no_manual_amount',
  'exact_amount',
  'exact_amount_of_coin',
  'several_evm_networks',
  'wallet_only',
  'blind_network',
  'last_minutes',
  'confirming_delayed',
  'review_unmatched',
]);

function renderAny(state: CheckoutState | null, locale: string): string {
  return state === null ? renderUnknownLink({ ...options, locale }) : renderCheckout(state, { ...options, locale });
}

/** The visible text: without the serialized state and without tags. */
const textOf = (html: string) => html.replaceAll(/ state="[^"]*"/g, '').replaceAll(/<[^>]*>/g, ' ');
const titleOf = (html: string) => /<h2[^>]*>([^<]*)<\/h2>/.exec(html)?.[1] ?? '';

describe.each(LANGUAGES)('in $tag', ({ tag, dir, messages }) => {
  it.each(Object.entries(FIXTURES))('%s renders a complete page', (_, state) => {
    const html = renderAny(state, tag);
    expect(html).toMatch(/^<!doctype html><html /);
    expect(html).toContain(`<html lang="${tag}" dir="${dir}">`);
    expect(titleOf(html)).not.toBe('');
    expect(html).not.toMatch(/ style=| on[a-z]+=|<style/);
    expect(textOf(html)).toContain(messages.checkAgain);
    expect(html).toContain(`href="${options.href}"`);
  });

  it('every screen has a different title', () => {
    const titles = Object.entries(FIXTURES)
      .filter(([name]) => !SAME_SCREEN.has(name))
      .map(([, state]) => titleOf(renderAny(state, tag)));
    expect(new Set(titles).size).toBe(titles.length);
  });
});

it('every screen is translated', () => {
  for (const [name, state] of Object.entries(FIXTURES)) {
    expect(titleOf(renderAny(state, 'ar')), name).not.toBe(titleOf(renderAny(state, 'en')));
  }
});

describe('the payment page', () => {
  const text = textOf(renderCheckout(FIXTURES.awaiting, options));

  it.each([
    'Harbor Coffee',
    '$42.84',
    'House blend, 1 kg',
    '$15.00',
    '0.24250318',
    'SOL',
    'Solana',
    'TEST',
    'order-1042',
  ])('shows %s', (part) => {
    expect(text).toContain(part);
  });

  it('shows the payment ID and the link back', () => {
    expect(text).toContain(FIXTURES.awaiting.payment_intent_id);
    expect(text).toContain('Back to \u2068Harbor Coffee\u2069');
    expect(renderCheckout(FIXTURES.awaiting, options)).toContain(`href="${FIXTURES.awaiting.cancel_url}"`);
  });

  it('shows the timer in the last five minutes only', () => {
    expect(text).not.toContain('Time left');
    expect(textOf(renderCheckout(FIXTURES.last_minutes, options))).toMatch(/Time left\s+3:47/);
  });

  it('offers nothing to pay after expiry by the server’s clock', () => {
    const over = { ...FIXTURES.awaiting, server_time: FIXTURES.awaiting.expires_at };
    const html = renderCheckout(over, options);
    expect(html).not.toContain('class="qr"');
    expect(html).not.toContain('class="address"');
    expect(textOf(html)).toContain('Do not send anything now');
    expect(textOf(html)).not.toContain('Waiting for your payment');
  });

  it('asks for nothing more after expiry of a partial payment, and shows what arrived', () => {
    const over = renderCheckout({ ...FIXTURES.partial, server_time: FIXTURES.partial.expires_at }, options);
    expect(textOf(over)).toMatch(/Received\s+0\.1\s+SOL/);
    expect(textOf(over)).toContain('Do not send anything now');
    expect(textOf(over)).not.toContain('still due');
  });

  it('has no test ribbon in live mode', () => {
    expect(textOf(renderCheckout({ ...FIXTURES.awaiting, livemode: true }, options))).not.toContain('TEST');
  });

  it('shows a partial payment with a QR code for the remaining amount', () => {
    const html = renderCheckout(FIXTURES.partial, options);
    expect(textOf(html)).toMatch(/Received\s+0\.1\s+SOL/);
    expect(textOf(html)).toMatch(/Still due\s+0\.14250318\s+SOL/);
    expect(readQr(html)).toContain('amount=0.14250318');
  });

  it('does not say that nothing was received while the merchant reviews what arrived', () => {
    expect(renderCheckout(FIXTURES.review_unmatched, options)).not.toContain('row-received');
    expect(renderCheckout(FIXTURES.review, options)).toContain('row-received');
  });

  it('links to the return URL once paid', () => {
    const html = renderCheckout(FIXTURES.paid, options);
    expect(html).toContain('href="https://shop.example/thanks"');
  });

  it('prefers the payment intent’s locale over the browser’s', () => {
    expect(renderCheckout({ ...FIXTURES.paid, locale: 'ar' }, { ...options, locale: 'en' })).toContain(
      '<html lang="ar"',
    );
    expect(renderCheckout(FIXTURES.paid, { ...options, locale: 'fr, ar;q=0.5' })).toContain('<html lang="ar"');
  });
});

describe('the QR code', () => {
  it.each(['awaiting', 'partial', 'last_minutes'] as const)('of %s contains the wallet link', (name) => {
    expect(readQr(renderCheckout(FIXTURES[name], options))).toBe(FIXTURES[name].options[0]?.uri);
  });

  it('is readable with the fixed mask pattern', () => {
    const [option] = FIXTURES.awaiting.options;
    if (option === undefined) throw new Error('The fixture has no payment option.');
    for (let number = 0; number < 40; number++) {
      const hash = createHash('sha256').update(String(number)).digest('hex');
      const uri = `${['bitcoin', 'solana', 'ethereum'][number % 3]}:${hash.slice(0, 20 + number)}?amount=0.${number}`;
      expect(readQr(renderCheckout({ ...FIXTURES.awaiting, options: [{ ...option, uri }] }, options))).toBe(uri);
    }
  });

  it('keeps any link byte for byte', () => {
    const uri = `ethereum:0x${'aB3'.repeat(13)}@1/transfer?address=ü&uint256=1e18&x=${'y'.repeat(300)}`;
    const [option] = FIXTURES.awaiting.options;
    const state: CheckoutState = { ...FIXTURES.awaiting, options: option === undefined ? [] : [{ ...option, uri }] };
    expect(readQr(renderCheckout(state, options))).toBe(uri);
  });
});

describe('hostile text', () => {
  const evil = `<img src=x onerror="alert(1)">'"</template></script>`;

  /** The same state with the hostile text in every string. */
  function poison<T>(value: T): T {
    if (typeof value === 'string') return evil as T;
    if (Array.isArray(value)) return value.map(poison) as T;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poison(inner)])) as T;
  }

  it.each(KNOWN)('%s escapes it', (_, state) => {
    const poisoned: CheckoutState = {
      ...poison({ ...state, return_url: '', cancel_url: '', order_id: '', description: '' }),
      status: state.status,
      visibility: state.visibility,
      unpayable_reason: state.unpayable_reason,
      merchant: { name: evil, logo_url: evil, accent_color: evil },
    };
    for (const mode of ['page', 'fragment'] as const) {
      const html = renderCheckout(poisoned, { ...options, mode, locale: evil, href: evil });
      const tags = [...html.matchAll(/<([a-z-]+)/g)].map(([, name]) => name);
      expect(tags).not.toContain('img');
      expect(tags.filter((name) => name === 'script')).toHaveLength(1);
      expect(html.split('</template>')).toHaveLength(2);
      expect(html.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]*onerror/);
    }
  });

  it('never becomes a link', () => {
    const link = 'javascript:alert(1)';
    const [option] = FIXTURES.awaiting.options;
    const state: CheckoutState = {
      ...FIXTURES.awaiting,
      cancel_url: link,
      options: option === undefined ? [] : [{ ...option, uri: link }],
    };
    expect(renderCheckout(state, options)).not.toMatch(/(href|src)="javascript:/);
    const paid = { ...FIXTURES.paid, return_url: link };
    expect(renderCheckout(paid, options)).not.toMatch(/(href|src)="javascript:/);
  });
});

describe('a fragment without a payment target', () => {
  const html = renderCheckout(FIXTURES.preparing, { ...options, mode: 'fragment' });

  it('shows the order, a QR code placeholder and a link to the page', () => {
    const text = textOf(html);
    for (const part of [
      'Harbor Coffee',
      '$42.84',
      'House blend, 1 kg',
      '0.24250318',
      'The QR code will appear here.',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toContain(`<a class="link" href="${options.href}" target="_top">Open payment page</a>`);
  });

  it('contains no payment target', () => {
    expect(html).not.toContain('class="qr"');
    expect(html).not.toContain('solana:');
    expect(html).not.toContain(FIXTURES.awaiting.options[0]?.address);
  });

  it('offers nothing to pay after expiry', () => {
    const over = { ...FIXTURES.preparing, server_time: FIXTURES.preparing.expires_at };
    expect(textOf(renderCheckout(over, options))).toContain('Do not send anything now');
  });
});

describe('the fragment', () => {
  const html = renderCheckout(FIXTURES.awaiting, { ...options, mode: 'fragment' });

  it('is the element with its shadow root, the script, and the language that it will ask for', () => {
    expect(html).toMatch(
      /^<florin-checkout src="\/pk_test_1\/checkout\/pi_1" locale="en" state="[^"]*"><template shadowrootmode="open">/,
    );
    expect(html).toMatch(
      /<\/template><\/florin-checkout><link rel="modulepreload" href="\/files\/checkout-en.js" integrity="sha384-en" crossorigin="anonymous"\/><script type="module" src="\/files\/checkout-1.js" integrity="sha384-script" crossorigin="anonymous"><\/script>$/,
    );
    expect(html).toContain('href="/files/checkout-1.css" integrity="sha384-style"');
  });

  it('has no button that needs a script', () => {
    expect(html).not.toContain('<button');
  });
});

/** Decodes the first QR code of a page from its dark and light modules. */
function readQr(html: string): string | undefined {
  const [, size = '0', path = ''] = /<svg class="qr" viewBox="-4 -4 (\d+) \d+".*?<path d="([^"]*)"/.exec(html) ?? [];
  const scale = 4;
  const side = Number(size) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = '0', y = '0', width = '0'] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    const [left, top] = [Number(x) + 4, Number(y) + 4];
    for (let row = top * scale; row < (top + 1) * scale; row++) {
      for (let column = left * scale; column < (left + Number(width)) * scale; column++) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return jsQR.default(pixels, side, side)?.data;
}
