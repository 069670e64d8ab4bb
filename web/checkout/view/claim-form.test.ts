import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import { ar } from '../text/ar.ts';
import { en } from '../text/en.ts';
import { ClaimForm } from './claim-form.ts';
import type { ClaimResult } from './payer-action.ts';
import { type RenderContext, UNTOUCHED, type WalletChoice } from './render-context.ts';
import type { CheckoutState } from './state.ts';

const CONTEXT: RenderContext = { ...UNTOUCHED, language: en, locale: 'en', now: 0, interactive: true, href: '' };

const PROOF = { tx: 'tx', wallet_chain: 'solana:mainnet', accounts: ['payer'], message: 'text' };
const wallet = (more: Partial<WalletChoice> = {}): WalletChoice => ({
  name: 'Ghost',
  icon: undefined,
  pays: (chain: string) => chain === 'solana:mainnet',
  signs: true,
  ...more,
});

const render = (state: CheckoutState, more: Partial<RenderContext> = {}) =>
  renderToString(h(ClaimForm, { state, context: { ...CONTEXT, ...more } }));
const toneOf = (result: ClaimResult) => /notice-(\w+)/.exec(render(FIXTURES.awaiting, { claim: { result } }))?.[1];

describe('the result of a claim', () => {
  it.each(['busy', 'already_counted', 'will_be_counted', 'under_review', 'proven'] as const)('%s is calm', (claim) => {
    expect(toneOf(claim)).toBe('calm');
  });

  it.each(['not_found', 'failed', 'limit_reached', 'unproven', 'too_often', 'unavailable'] as const)(
    '%s is a warning',
    (claim) => {
      expect(toneOf(claim)).toBe('warn');
    },
  );

  it('names the network that cannot be looked at, in every language', () => {
    const blind = { claim: { result: 'unavailable', network: 'Litecoin' } } as const;
    expect(render(FIXTURES.awaiting, blind)).toContain(
      'We can’t look this up on \u2068Litecoin\u2069 right now. If you paid, your payment is not lost. Do not pay again.',
    );
    expect(render(FIXTURES.awaiting, { ...blind, language: ar })).toContain('على شبكة \u2068Litecoin\u2069');
    expect(render(FIXTURES.awaiting, { claim: { result: 'unavailable' } })).toContain(
      'We can’t look this up right now.',
    );
  });
});

describe('proving a payment that is reviewed', () => {
  const state = FIXTURES.review_unmatched;
  const ELSEWHERE = en.messages.proveElsewhere;

  it('is offered by name only where a wallet can sign', () => {
    expect(render(state, { wallets: [wallet()] })).toContain(`<summary>${en.messages.prove}</summary>`);
    for (const wallets of [[], [wallet({ signs: false })]]) {
      const html = render(state, { wallets });
      expect(html).not.toContain(en.messages.prove);
      expect(html).toContain(ELSEWHERE);
    }
  });

  it('has a button for each wallet of the network, or says where to prove it', () => {
    const claimed = { claim: { result: 'under_review' }, proof: PROOF } as const;
    const html = render(state, { ...claimed, wallets: [wallet(), wallet({ name: 'Mute', signs: false })] });
    expect(html.match(/<button type="button"/g)).toHaveLength(1);
    expect(html).not.toContain(ELSEWHERE);
    for (const wallets of [[], [wallet({ pays: () => false })]])
      expect(render(state, { ...claimed, wallets })).toContain(ELSEWHERE);
  });

  it('is not mentioned where a claim cannot be proven, or was', () => {
    expect(render(state, { claim: { result: 'under_review' } })).not.toContain(ELSEWHERE);
    expect(render(state, { claim: { result: 'proven' }, proof: PROOF })).not.toContain(ELSEWHERE);
  });
});
