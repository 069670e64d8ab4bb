import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import { en } from '../text/en.ts';
import { CheckoutView } from './checkout-view.ts';
import type { WalletStep } from './payer-action.ts';
import { PaymentInstructions } from './payment-instructions.ts';
import { type RenderContext, UNTOUCHED } from './render-context.ts';
import type { CheckoutState } from './state.ts';

const WALLET = { name: 'Ghost', icon: undefined, pays: (chain: string) => chain.startsWith('eip155:'), signs: true };
const CONTEXT: RenderContext = { ...UNTOUCHED, language: en, locale: 'en', now: 0, interactive: true, href: '' };

const render = (state: CheckoutState, more: Partial<RenderContext>) =>
  renderToString(h(PaymentInstructions, { state, heading: 'Amount due', context: { ...CONTEXT, ...more } }));

it('a wallet that is the only way to pay is asked for only if there is none', () => {
  const hint = 'Open this page in a browser that has one';
  expect(render(FIXTURES.wallet_only, { wallets: [] })).toContain(hint);
  const html = render(FIXTURES.wallet_only, { wallets: [WALLET] });
  expect(html).toContain('Pay with \u2068Ghost\u2069');
  expect(html).not.toContain(hint);
  expect(render(FIXTURES.wallet_only, { wallets: [{ ...WALLET, pays: () => false }] })).toContain(hint);
});

it('a link to another wallet is secondary beside a wallet in the browser', () => {
  expect(render(FIXTURES.exact_amount, { wallets: [] })).toContain('>Open wallet</a>');
  expect(render(FIXTURES.exact_amount, { wallets: [WALLET] })).toMatch(
    /class="button plain"[^>]*>Open another wallet</,
  );
});

it('a wallet that pays is all that says what to do', () => {
  const paying = { step: 'sent', wallet: 'Ghost', network: 'base' } as const;
  const context = { ...CONTEXT, wallets: [WALLET], paying };
  const html = renderToString(h(CheckoutView, { state: FIXTURES.exact_amount, context }));
  expect(html).toContain('Waiting for the network. Do not pay again.');
  for (const words of ['choose another way', 'Send exactly']) expect(html).not.toContain(words);
});

it.each([
  ['busy', true],
  ['sent', true],
  ['rejected', false],
  ['unseen', false],
] as const)('a wallet whose step is %s locks the other networks: %s', (step: WalletStep, locks) => {
  const paying = { step, wallet: 'Ghost', network: 'base' };
  const html = render(FIXTURES.several_evm_networks, { wallets: [WALLET], paying, network: 'base' });
  const [base = '', arbitrum = ''] = html.match(/<input[^>]*>/g) ?? [];
  expect(base).not.toContain('disabled');
  expect(arbitrum.includes('disabled')).toBe(locks);
});

it.each([
  ['exact_amount', 'busy', 'Pay another way'],
  ['exact_amount', 'failed', 'Pay another way'],
  ['exact_amount', 'sent', undefined],
  ['wallet_only', 'busy', 'Start over'],
  ['wallet_only', 'failed', undefined],
  ['wallet_only', 'sent', undefined],
] as const)('on %s, the way back from a wallet whose step is %s is: %s', (name, step, way) => {
  const html = render(FIXTURES[name], { wallets: [WALLET], paying: { step, wallet: 'Ghost', network: 'base' } });
  expect(/class="copy">([^<]*)</.exec(html)?.[1]).toBe(way);
});

it('another wallet is another way to pay', () => {
  const paying = { step: 'failed', wallet: 'Ghost', network: 'base' } as const;
  const wallets = [WALLET, { ...WALLET, name: 'Rabbit' }];
  expect(render(FIXTURES.wallet_only, { wallets, paying })).toContain('Pay another way');
});
