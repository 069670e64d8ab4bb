import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import type { IntentId } from '../../domain/ids.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { PAYER_SIMULATIONS, simulateCheckoutPayment } from './simulate-checkout-payment.ts';

async function setUp() {
  const shop = await openShop();
  const { publicKey } = shop.made.key;
  const simulate = (id: IntentId | undefined, kind: (typeof PAYER_SIMULATIONS)[number] = 'full', key = publicKey) =>
    simulateCheckoutPayment(shop.ports, { publicKey: key, id, kind });
  const sent = async () => (await shop.ports.simulatedLedger.after(0, 10)).map(({ amount }) => formatDecimal(amount));
  return { shop, simulate, sent };
}

describe('simulateCheckoutPayment', () => {
  it.each([
    ['full', '0.5'],
    ['partial', '0.2'],
    ['over', '0.55'],
  ] as const)('sends for %s: %s', async (kind, amount) => {
    const { shop, simulate, sent } = await setUp();
    await simulate((await shop.openIntent('0.5 SOL')).id, kind);
    expect(await sent()).toEqual([amount]);
  });

  it('answers not_found for no ID, an ID of another merchant, and an unknown key', async () => {
    const { shop, simulate, sent } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const foreign = await other.openIntent();
    const own = await shop.openIntent();
    for (const ask of [
      () => simulate(undefined),
      () => simulate(foreign.id),
      () => simulate(own.id, 'full', 'fpk_test_0000000000000000000000'),
    ])
      expect(await failureOf(shop.ports, ask)).toMatchObject({ code: 'not_found' });
    expect(await sent()).toEqual([]);
  });

  it('answers invalid_state for an intent that does not await money', async () => {
    const { shop, simulate, sent } = await setUp();
    const intent = await shop.openIntent('0.5 SOL');
    await shop.pay(intent, '0.5 SOL', { network: 'simulated' });
    expect(await failureOf(shop.ports, () => simulate(intent.id))).toMatchObject({ code: 'invalid_state' });
    expect(await sent()).toEqual([]);
  });
});
