import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import { renderCheckout } from '../render.ts';
import { SAMPLE_OPTIONS } from '../sample-options.ts';
import type { CheckoutState } from './state.ts';

const render = (state: CheckoutState) => renderCheckout(state, SAMPLE_OPTIONS);
/** The visible text: without the serialized state and without tags. */
const textOf = (html: string) => html.replaceAll(/ state="[^"]*"/g, '').replaceAll(/<[^>]*>/g, ' ');
const panelOf = (state: CheckoutState) => /<details class="fold manual">.*?<\/details>/.exec(render(state))?.[0];

describe('sending manually or from an exchange', () => {
  const differs = 'The amount differs slightly from what is due';

  it('shows the network, the address and the amount that identifies the payment', () => {
    const panel = panelOf(FIXTURES.awaiting) ?? '';
    expect(textOf(panel)).toMatch(/Network\s+Solana/);
    expect(panel).toContain(`<code class="address" dir="ltr">${FIXTURES.awaiting.options[0]?.manual?.address}</code>`);
    expect(textOf(panel)).toMatch(/Send exactly\s+0\.24250341\s+SOL/);
    for (const part of [differs, 'withdrawal fee, add it on top', 'only on this network: \u2068Solana\u2069'])
      expect(textOf(panel)).toContain(part);
  });

  it('shows the amount for the rest of a partial payment', () => {
    expect(textOf(panelOf(FIXTURES.partial) ?? '')).toMatch(/Send exactly\s+0\.14250329\s+SOL/);
  });

  it('says that the amount differs only if it does', () => {
    const [, same] = FIXTURES.several_networks.options;
    const panel = panelOf({ ...FIXTURES.awaiting, options: [same] }) ?? '';
    expect(textOf(panel)).toContain('Send exactly this amount.');
    expect(textOf(panel)).not.toContain(differs);
  });

  it('is left out with its address if the payment could not be matched; link and QR code stay', () => {
    const [option] = FIXTURES.no_manual_amount.options;
    const { manual: _, ...ofPreviousVersion } = option;
    for (const one of [option, ofPreviousVersion]) {
      const html = render({ ...FIXTURES.awaiting, options: [one] });
      expect(html).not.toContain('<details');
      expect(textOf(html)).not.toContain(option.address);
      expect(html).toContain('class="qr"');
      expect(html).toContain(`href="${option.uri.replaceAll('&', '&amp;')}"`);
    }
  });

  it('leaves the link and the QR code at the amount due', () => {
    const html = render(FIXTURES.awaiting);
    expect(textOf(html)).toMatch(/Amount due\s+0\.24250318\s+SOL/);
    expect(html).toContain(`aria-label="QR code for your wallet: \u20660.24250318 SOL\u2069 on \u2068Solana\u2069"`);
    expect(html).toContain('?amount=0.24250318&amp;reference=');
  });
});

describe('an exact amount', () => {
  const usdc = FIXTURES.exact_amount.options[0] ?? expect.fail('no option');
  const [ether] = FIXTURES.exact_amount_of_coin.options;

  it('is shown with the address to copy, and with what must be kept to', () => {
    const text = textOf(render(FIXTURES.exact_amount));
    expect(text).toMatch(/Send exactly\s+42\.840317\s+USDC/);
    for (const part of [
      usdc.address,
      'Send exactly this amount. Send only \u2066USDC\u2069, and only on this network: \u2068Base\u2069.',
      'The amount differs slightly from what is due',
      'withdrawal fee, add it on top',
      'The code contains only the address.',
    ])
      expect(text.split(part).length - 1, part).toBe(1);
    expect(render(FIXTURES.exact_amount)).not.toContain('class="fold manual"');
    expect(text).not.toMatch(/42\.84\s+USDC/);
  });

  it('of a token has a code with the plain address and a link that opens a wallet', () => {
    const html = render(FIXTURES.exact_amount);
    expect(html).toContain('aria-label="QR code of the address on \u2068Base\u2069"');
    expect(html).toContain(`href="${usdc.uri?.replaceAll('&', '&amp;')}"`);
  });

  it('of the coin has a code with the link', () => {
    const html = render(FIXTURES.exact_amount_of_coin);
    expect(html).toContain('aria-label="QR code for your wallet: \u20660.01712341 ETH\u2069 on \u2068Ethereum\u2069"');
    expect(html).toContain(`href="${ether.uri}"`);
    expect(textOf(html)).not.toContain('The code contains only the address.');
  });

  it('is left out with its address if none is free: then only a browser wallet can pay', () => {
    const html = render(FIXTURES.wallet_only);
    expect(textOf(html)).not.toContain(usdc.address);
    for (const part of ['class="qr"', 'href="ethereum:', 'class="manual']) expect(html).not.toContain(part);
    expect(textOf(html)).toContain('you can pay only with a browser wallet');
  });
});

describe('what a payer reads before paying', () => {
  it.each(['awaiting', 'exact_amount', 'partial', 'last_minutes'] as const)('in %s', (name) => {
    const text = textOf(render(FIXTURES[name]));
    const { exchange_rate, options } = FIXTURES[name];
    for (const part of ['$42.84', options[0].amount, exchange_rate, options[0].network_name, 'Its fee is extra.'])
      expect(text).toContain(part);
    expect(text).toMatch(/Pay by\s+12:30\sPM UTC/);
  });

  it('has the wallet’s link before the code, and says what to do if it opens nothing', () => {
    const html = render(FIXTURES.awaiting);
    const places = ['Open wallet', 'If no wallet opens', 'class="qr"', 'Send manually'].map((part) =>
      html.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });
});

const sentence = (network: string) => `We can’t see payments on \u2068${network}\u2069 right now.`;
const countOf = (state: CheckoutState) => textOf(render(state)).split('We can’t see').length - 1;

describe('a network that cannot be seen', () => {
  it('is named beside its option, and not beside the others', () => {
    const text = textOf(render(FIXTURES.blind_network));
    expect(text).toContain(sentence('Solana'));
    expect(text).not.toContain(sentence('Simulated network'));
    expect(text).toContain('If you already paid, do not pay again.');
    expect(countOf(FIXTURES.blind_network)).toBe(1);
  });

  it('is named by the screen if there is no other', () => {
    const html = render(FIXTURES.delayed);
    expect(textOf(html)).toContain('Network temporarily unavailable');
    expect(textOf(html)).toContain(sentence('Solana'));
    expect(countOf(FIXTURES.delayed)).toBe(1);
    const both = FIXTURES.several_networks.options.map((option) => ({ ...option, visible: false }));
    const text = textOf(render({ ...FIXTURES.delayed, options: both }));
    expect(text).toContain(sentence('Solana\u2069 and \u2068Simulated network'));
  });

  it('is named once where the rest of a partial payment is due', () => {
    const rest = FIXTURES.partial.options.map((option) => ({ ...option, visible: false }));
    expect(countOf({ ...FIXTURES.partial, options: rest, visibility: 'delayed' })).toBe(1);
  });
});

it('the simulated network has no link for a wallet, and says how to pay on it', () => {
  const [solana, simulated] = FIXTURES.several_networks.options;
  const html = render({ ...FIXTURES.awaiting, options: [simulated] });
  expect(html).not.toContain('href="simulated:');
  expect(textOf(html)).toContain(`npx florin pay ${FIXTURES.awaiting.payment_intent_id} --simulate full`);
  expect(render({ ...FIXTURES.awaiting, options: [solana] })).not.toContain('--simulate');
});
