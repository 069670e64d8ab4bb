import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { paymentUri } from './payment-uri.ts';

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const target = { address: RECIPIENT, reference: `0x${'ab'.repeat(32)}` };

const uriOf = (network: keyof typeof NETWORKS, token: string | undefined, decimals: number, amount: string) =>
  paymentUri(
    { target, asset: { code: 'X', network, token, decimals }, amount: parseDecimal(amount) },
    NETWORKS[network],
  );

describe('an EIP-681 link', () => {
  it.each([
    [
      'of the coin',
      uriOf('ethereum', undefined, 18, '0.100000000000000001'),
      `${RECIPIENT}@1?value=100000000000000001`,
    ],
    [
      'of the coin of another chain',
      uriOf('evm-local', undefined, 18, '2'),
      `${RECIPIENT}@31337?value=2000000000000000000`,
    ],
    ['of a token', uriOf('base', USDC, 6, '12.340017'), `${USDC}@8453/transfer?address=${RECIPIENT}&uint256=12340017`],
    [
      'of a token with 18 decimals',
      uriOf('bnb', USDC, 18, '1.5'),
      `${USDC}@56/transfer?address=${RECIPIENT}&uint256=1500000000000000000`,
    ],
    [
      'of a token without decimals',
      uriOf('base', USDC, 0, '7'),
      `${USDC}@8453/transfer?address=${RECIPIENT}&uint256=7`,
    ],
    [
      'of more decimals than the token has, rounded up',
      uriOf('base', USDC, 6, '0.0000001'),
      `${USDC}@8453/transfer?address=${RECIPIENT}&uint256=1`,
    ],
  ])('%s', (_, uri, expected) => {
    expect(uri).toBe(`ethereum:${expected}`);
  });

  it('writes large amounts without an exponent', () => {
    expect(uriOf('ethereum', undefined, 18, `${10n ** 30n}`)).toBe(`ethereum:${RECIPIENT}@1?value=1${'0'.repeat(48)}`);
  });
});
