import { expect, it } from 'vitest';
import { explainMinorUnits } from './explain-minor-units.ts';

const RULE = 'Amounts are whole numbers of the smallest unit of the currency';

it.each([
  [121.5, 'USD', `${RULE}: for 121.50 USD, send 12150.`],
  ['121.50', 'usd', `${RULE}: for 121.50 USD, send 12150.`],
  [0.05, 'EUR', `${RULE}: for 0.05 EUR, send 5.`],
  [121.5, 'KWD', `${RULE}: for 121.500 KWD, send 121500.`],
  [121.5, undefined, `${RULE}: for 121.50, send 12150.`],
  [121.5, 'JPY', `${RULE}.`],
  [121.505, 'USD', `${RULE}.`],
])('explains %j in %s', (sent, currency, sentence) => {
  expect(explainMinorUnits(sent, currency)).toBe(sentence);
});

it.each([-1, '12150', 'abc', null, undefined, 1e21, {}, '1.5e3'])('has nothing to say about %j', (sent) => {
  expect(explainMinorUnits(sent, 'USD')).toBeUndefined();
});
