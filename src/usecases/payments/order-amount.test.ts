import { describe, expect, it } from 'vitest';
import { createFakeChain } from '../../../test/memory/fake-chain.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { LIMITS } from '../../domain/limits.ts';
import { DEFAULT_POLICY } from '../../domain/merchants/settings.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { decimalsOn, dueOn, needsAmount, orderAmount } from './order-amount.ts';

const MINUTE_MS = 60_000;
const solana = createFakeChain('solana-devnet');
const evm = createFakeChain('evm-local');
const shared = { reference: 'r', matchedBy: 'reference', amounts: [] } as const;

async function setUp(due = '1 SOL', more = {}) {
  const shop = await openShop();
  const intent = await shop.openIntent(due, { total_amount: 10_000, ...more });
  const { random, clock } = shop.ports;
  const order = (of: Intent = intent, nowMs = clock.nowMs()) => orderAmount(solana, of, shared, { random, nowMs });
  return { shop, intent, order, clock };
}

describe('orderAmount', () => {
  it('asks for an amount above what is due, held until nobody can pay it in time or late', async () => {
    const { intent, order, clock } = await setUp();
    const asked = order();
    expect(asked).toMatchObject({ asset: 'SOL', assignedAtMs: clock.nowMs() });
    expect(formatDecimal(asked?.range.highest ?? parseDecimal('0'))).toBe('1.001');
    expect(asked?.heldUntilMs).toBe(intent.expiresAtMs + 15 * MINUTE_MS + 5 * MINUTE_MS);
    expect([...(asked?.proposals ?? [])].length).toBeGreaterThan(100);
  });

  it('holds the amount of a stablecoin for a day longer', async () => {
    const { intent, order } = await setUp('100 USDC');
    expect(order()?.heldUntilMs).toBe(intent.expiresAtMs + 24 * 60 * MINUTE_MS + 5 * MINUTE_MS);
  });

  it('holds as long as the merchant accepted when the intent was created', async () => {
    const { intent, order } = await setUp();
    const policy = { ...DEFAULT_POLICY, latePolicy: { stablecoinSeconds: 0, otherSeconds: 7 } };
    expect(order({ ...intent, policy })?.heldUntilMs).toBe(intent.expiresAtMs + 7_000 + 5 * MINUTE_MS);
  });

  it('holds as long as any settings can accept where the intent kept none, because these may change', async () => {
    const { intent, order } = await setUp();
    const lateMs = LIMITS.lateSecondsMax * 1_000;
    expect(order({ ...intent, policy: undefined })?.heldUntilMs).toBe(intent.expiresAtMs + lateMs + 5 * MINUTE_MS);
  });

  it('counts from now where the expiry is over', async () => {
    const { intent, order } = await setUp();
    expect(order(intent, intent.expiresAtMs + 1)?.heldUntilMs).toBe(intent.expiresAtMs + 1 + 20 * MINUTE_MS);
  });

  it('asks for nothing if the target has an amount for what remains', async () => {
    const { intent, clock, shop } = await setUp();
    const amounts = [{ amount: parseDecimal('1.001'), tail: parseDecimal('0.001') }];
    const parts = { random: shop.ports.random, nowMs: clock.nowMs() };
    expect(orderAmount(solana, intent, { ...shared, amounts }, parts)).toBeUndefined();
    expect(orderAmount(solana, intent, { ...shared, matchedBy: 'address' }, parts)).toBeUndefined();
  });
});

describe('an exact amount', () => {
  it('is optional where a wallet can name the payment by its reference', async () => {
    const { shop, intent } = await setUp('5 USDC');
    const parts = { random: shop.ports.random, nowMs: shop.ports.clock.nowMs() };
    const isOptional = (chain: typeof evm, reference: string | undefined, of = intent) =>
      orderAmount(chain, of, { reference, matchedBy: 'amount', amounts: [] }, parts)?.isOptional;
    expect(isOptional(evm, 'nonce')).toBe(true);
    expect(isOptional(evm, undefined)).toBe(false);
    expect(isOptional(evm, 'nonce', { ...intent, asset: 'ETH' })).toBe(false);
    expect(isOptional(solana, 'reference')).toBe(false);
  });
});

describe('needsAmount', () => {
  it('is false once nothing remains', async () => {
    const { shop, intent } = await setUp();
    expect(needsAmount(solana, intent, shared)).toBe(true);
    await shop.addWallet('solana-devnet', 'wallet');
    await shop.pay(intent, '1 SOL');
    expect(needsAmount(solana, await shop.find(intent.id), shared)).toBe(false);
  });

  it('is false where no tail fits, unless only an amount can match', async () => {
    const { intent } = await setUp('0.0000001 ETH', { exchange_rate: '1 SOL = $1' });
    expect(needsAmount(evm, { ...intent, cryptoAmount: parseDecimal('0.000000001') }, shared)).toBe(false);
    const alone = { matchedBy: 'amount', amounts: [] } as const;
    expect(needsAmount(evm, { ...intent, cryptoAmount: parseDecimal('0.000000001') }, alone)).toBe(true);
  });
});

describe('dueOn and decimalsOn', () => {
  it('round what remains up to the unit of the network', async () => {
    const { intent } = await setUp('1.0000000001 SOL');
    expect([decimalsOn(solana, intent), decimalsOn(evm, intent)]).toEqual([9, 18]);
    expect(formatDecimal(dueOn(solana, intent))).toBe('1.000000001');
    expect(formatDecimal(dueOn(evm, intent))).toBe('1.0000000001');
  });
});
