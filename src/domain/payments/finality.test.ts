import { describe, expect, it } from 'vitest';
import { sampleIntent } from '../intents/sample-intent.test-fixture.ts';
import { parseDecimal } from '../money/decimal.ts';
import { parseFiatValue } from '../money/exchange-rate.ts';
import { fiatAmount } from '../money/money.ts';
import { NETWORKS, type Network } from '../networks/network.ts';
import { finalityRequirement } from './finality.ts';

interface Given {
  due?: string;
  rate: string;
  /** In minor units; what the amount is worth if it is left out. */
  total?: number;
  currency?: string;
  network?: Network;
}

function required({ due = '1 BTC', rate, total, currency = 'USD', network = NETWORKS.bitcoin }: Given) {
  const intent = sampleIntent(due, rate, 0);
  const totalAmount = total === undefined ? intent.totalAmount : fiatAmount(total);
  return finalityRequirement(network, { ...intent, currency, totalAmount });
}

const STRICTEST = { blocks: 6 };

describe('what makes a payment final', () => {
  it.each<[string, number]>([
    ['1 BTC = $99.99', 1],
    ['1 BTC = $100', 1],
    ['1 BTC = $999.99', 1],
    ['1 BTC = $1,000', 3],
    ['1 BTC = $9,999.99', 3],
    ['1 BTC = $10,000', 6],
    ['1 BTC = $1,000,000', 6],
  ])('at %s is %i blocks', (rate, blocks) => expect(required({ rate })).toEqual({ blocks }));

  it.each<[string, number]>([
    ['1 LTC = $99.99', 2],
    ['1 LTC = $100', 6],
    ['1 LTC = $1,000', 12],
    ['1 LTC = $10,000', 24],
  ])('on Litecoin at %s is %i blocks', (rate, blocks) => {
    expect(required({ due: '1 LTC', rate, network: NETWORKS.litecoin })).toEqual({ blocks });
  });

  it('depends on the whole amount', () => {
    expect(required({ due: '10 BTC', rate: '1 BTC = $99' })).toEqual({ blocks: 1 });
    expect(required({ due: '11 BTC', rate: '1 BTC = $99' })).toEqual({ blocks: 3 });
  });

  it.each<[string, Given]>([
    ['the rate is inverted', { due: '5 BTC', rate: '1 BTC = $0.00001', total: 49_057_100 }],
    ['the rate is absurd', { due: '5 BTC', rate: '1 BTC = $1', total: 49_057_100 }],
    ['the total is absurd', { due: '5 BTC', rate: '1 BTC = $98,114.20', total: 100 }],
    ['the total is zero', { rate: '1 BTC = $50', total: 0 }],
    ['the amount is worth more than ten percent less than the total', { rate: '1 BTC = $89.99', total: 10_000 }],
    ['it is worth more than ten percent more', { rate: '1 BTC = $110.01', total: 10_000 }],
    ['the rate is zero', { rate: '1 BTC = $0' }],
    ['the rate is for another asset', { rate: '1 LTC = $50' }],
    ['the rate is in another currency', { rate: '1 BTC = €50' }],
    ['the symbol of the rate is unknown', { rate: '1 BTC = 50₭' }],
    ['the currency is unknown', { rate: '1 BTC = 50 XYZ', currency: 'XYZ' }],
  ])('is the strictest where %s', (_, given) => expect(required(given)).toEqual(STRICTEST));

  it('allows a difference of ten percent, which a moving price explains', () => {
    expect(required({ rate: '1 BTC = $90', total: 10_000 })).toEqual({ blocks: 1 });
    expect(required({ rate: '1 BTC = $110', total: 10_000 })).toEqual({ blocks: 1 });
  });

  it('reads the total with the decimals of its currency', () => {
    const yen = { rate: '1 BTC = ¥50', currency: 'JPY' };
    expect(required({ ...yen, total: 50 })).toEqual({ blocks: 1 });
    expect(required({ ...yen, total: 5_000 })).toEqual(STRICTEST);
    const dinar = { rate: '1 BTC = 50 KWD', currency: 'KWD' };
    expect(required({ ...dinar, total: 50_000 })).toEqual({ blocks: 1 });
  });

  it('is what the network itself says, where it counts no blocks', () => {
    expect(required({ due: '1 SOL', rate: '1 SOL = $1', network: NETWORKS.solana })).toEqual({ tag: 'finalized' });
    const onBase = (rate: string) => required({ due: '1 ETH', rate, network: NETWORKS.base });
    expect(onBase('1 ETH = $99')).toEqual({ seconds: 10 });
    expect(onBase('1 ETH = $999')).toEqual({ seconds: 60 });
    expect(onBase('1 ETH = $9,999')).toEqual({ tag: 'safe' });
    expect(onBase('1 ETH = $10,000')).toEqual({ tag: 'finalized' });
  });

  it('counts the smallest amounts', () => {
    const intent = { ...sampleIntent('1 BTC', '1 BTC = $100', 0), cryptoAmount: parseDecimal('0.99999999') };
    expect(finalityRequirement(NETWORKS.litecoin, intent)).toEqual({ blocks: 2 });
  });
});

const agreed = (due: string, rate: string, from?: string) =>
  finalityRequirement(
    NETWORKS.bitcoin,
    sampleIntent(due, rate, 0),
    from === undefined ? undefined : parseFiatValue(from),
  ).agreed ?? false;

describe('the agreement of nodes', () => {
  it('is needed from a worth on, if the network has several nodes', () => {
    expect(agreed('9.99999999 BTC', '1 BTC = $100', '1000')).toBe(false);
    expect(agreed('10 BTC', '1 BTC = $100', '1000')).toBe(true);
    expect(agreed('0.00000001 BTC', '1 BTC = $100', '0')).toBe(true);
    expect(agreed('1000 BTC', '1 BTC = $100')).toBe(false);
  });

  it('is needed where the worth is not certain, and leaves the rest of the requirement as it is', () => {
    const intent = { ...sampleIntent('1 BTC', '1 BTC = $1', 0), currency: 'EUR' };
    expect(finalityRequirement(NETWORKS.bitcoin, intent, parseFiatValue('1000'))).toEqual({ blocks: 6, agreed: true });
  });
});
