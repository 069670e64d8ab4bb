import { expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { qrText } from './qr-text.ts';

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

it.each([
  ['the coin is the link', undefined, `ethereum:${RECIPIENT}@8453?value=2000000000000000000`],
  ['a token is the plain address', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', RECIPIENT],
])('the code of %s', (_, token, expected) => {
  const asset = { code: 'X', network: 'base', token, decimals: 18 };
  const target = { address: RECIPIENT, reference: undefined };
  expect(qrText({ target, asset, amount: parseDecimal('2') }, NETWORKS.base)).toBe(expected);
});
