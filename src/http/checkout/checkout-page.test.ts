import { expect, it } from 'vitest';
import { FIXTURES } from '../../../web/checkout/fixtures.ts';
import { renderCheckout } from '../../../web/checkout/render.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Kept } from '../../domain/kept.ts';
import type { Context } from '../server/context.ts';
import { planCheckoutPage, renderCheckoutPage } from './checkout-page.ts';

const BUILT = { file: 'built', integrity: '' };
const context = {
  checkout: {
    script: BUILT,
    languages: { en: BUILT },
    style: BUILT,
    files: new Map(),
    pages: new Kept<Buffer>(1_000_000, ({ length }) => length),
  },
  config: { baseUrl: 'https://pay.example' },
} as unknown as Context;
const sample = Object.values(FIXTURES).find((state) => state !== null) as CheckoutState;

it.each([
  ['a shop'],
  ['"server_time":"'],
  ['"server_time":"2020-01-01T00:00:00.000Z"'],
  ['state="{"server_time":"'],
  ['<florin-checkout state="{&quot;server_time&quot;:&quot;'],
])('gives a kept page the current time and changes nothing else, whatever the merchant is called (%s)', (name) => {
  const at = (server_time: string) => {
    const state = {
      ...sample,
      expires_at: '2031-01-01T00:00:00.000Z',
      server_time,
      merchant: { ...sample.merchant, name },
    };
    const plan = planCheckoutPage(context, { headers: {} }, state, 'https://pay.example/pk/checkout/pi', 'page');
    return { plan, page: renderCheckoutPage(context, plan).toString() };
  };
  const first = at('2030-01-01T00:00:00.000Z');
  const second = at('2030-01-01T00:00:07.000Z');
  expect(second.plan.tag).toBe(first.plan.tag);
  expect(second.page).toBe(renderCheckout(second.plan.state, second.plan.options));
});
