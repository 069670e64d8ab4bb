import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { parametersOf } from './network-parameters.ts';
import { paymentUri } from './payment-uri.ts';

const uri = (network: string, address: string, amount: string) =>
  paymentUri({ target: { address, reference: undefined }, amount: parseDecimal(amount) }, parametersOf(network));

describe('a payment link', () => {
  it('contains only the address and the amount', () => {
    expect(uri('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '0.5')).toBe(
      'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.5',
    );
    expect(uri('litecoin', 'LTC', '12')).toBe('litecoin:LTC?amount=12');
    expect(uri('bitcoin-regtest', 'bcrt1', '0.00000001')).toBe('bitcoin:bcrt1?amount=0.00000001');
  });
});
