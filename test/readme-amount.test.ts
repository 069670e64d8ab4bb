import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const [, code = ''] = /^```js\n(\/\*\* What to ask for[\s\S]*?)^```$/m.exec(readme) ?? [];

type ToCrypto = (totalAmount: number, exponent: number, rate: string, decimals?: number) => string;
const module: string = `data:text/javascript,${encodeURIComponent(`${code}export { toCrypto, exchange_rate, crypto_amount_requested };`)}`;
const { toCrypto, exchange_rate, crypto_amount_requested } = (await import(module)) as {
  toCrypto: ToCrypto;
  exchange_rate: string;
  crypto_amount_requested: string;
};

it('the request in the README has the amount and the rate that its code computes', () => {
  const [, body = ''] = /-d '(\{\n[\s\S]*?\n {2}\})'/.exec(readme) ?? [];
  expect(JSON.parse(body)).toMatchObject({ exchange_rate, crypto_amount_requested });
});

it.each([
  ['$5.00 in BTC', 500, 2, '98114', 8, '0.00005097'],
  ['a coin of less than a dollar', 12_100, 2, '0.3847', 8, '314.53080323'],
  ['121 USDC', 12_100, 2, '1.00', 4, '121.0000'],
  ['a yen has no decimals', 12_100, 0, '39500', 8, '0.30632912'],
  ['a dinar has three', 12_100, 3, '80.25', 8, '0.15077882'],
])('the code in the README computes %s', (_, total, exponent, rate, decimals, amount) => {
  expect(toCrypto(total, exponent, rate, decimals)).toBe(amount);
  const worth = Number(amount) * Number(rate) * 10 ** exponent;
  expect(worth).toBeGreaterThanOrEqual(total);
  expect(worth).toBeLessThan(total * 1.001);
});
