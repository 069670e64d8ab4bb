import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { fromUnits, parseDecimal, toUnits } from '../../domain/money/decimal.ts';
import { chainUnits, cryptoAmount, subtract } from '../../domain/money/money.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';
import { createAssetBook } from './asset-book.ts';
import { paymentUri } from './payment-uri.ts';

const target = {
  address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  reference: '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny',
};
const book = createAssetBook(NETWORKS.solana, ASSETS_ON_NETWORKS);

describe('a Solana Pay link', () => {
  it('requests SOL', () => {
    expect(paymentUri(target, book.named('SOL'), parseDecimal('0.00025'))).toBe(
      'solana:vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg?amount=0.00025&reference=82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny',
    );
  });

  it('requests a token by its mint', () => {
    expect(paymentUri(target, book.named('USDC'), parseDecimal('12.50'))).toBe(
      'solana:vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg?amount=12.5&reference=82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    );
  });

  it('rounds up to the smallest unit of the asset, in the shortest form', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }).map(cryptoAmount),
        fc.constantFrom('SOL', 'USDC'),
        (amount, code) => {
          const asset = book.named(code);
          const text = new URL(paymentUri(target, asset, amount)).searchParams.get('amount') ?? '';
          expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
          const requested = parseDecimal(text);
          expect(requested).toBe(fromUnits(toUnits(amount, asset.decimals), asset.decimals));
          expect(requested >= amount && subtract(requested, amount) < fromUnits(chainUnits(1n), asset.decimals)).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe('the asset book', () => {
  it('contains only the assets of its network', () => {
    expect(book.assets.map(({ code }) => code)).toEqual(['SOL', 'USDC', 'USDT']);
    expect(() => book.named('ETH')).toThrow(new UserError('ETH is not available on Solana.'));
    expect(() => createAssetBook(NETWORKS.solana, [])).toThrow(UserError);
  });
});
