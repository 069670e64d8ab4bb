import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import type { IntentId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { SimulationKind } from '../../domain/payments/simulation.ts';
import { expireIntents } from '../intents/expire-intents.ts';
import { simulatePayment } from './simulate-payment.ts';

const simulate = ({ ports, store, tenant }: Shop, id: IntentId | undefined, kind: SimulationKind = 'full') =>
  simulatePayment(ports, store, tenant, id, kind);

const sent = async ({ ports }: Shop) =>
  (await ports.simulatedLedger.after(0, 10)).map(
    ({ asset, amount, script }) => `${formatDecimal(amount)} ${asset} ${script}`,
  );

describe('simulatePayment', () => {
  it('sends money to the intent’s simulated target and credits nothing', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    const returned = await simulate(shop, intent.id);
    expect(returned).toMatchObject({ status: 'requires_payment', payments: [], sequence: 1 });
    const [transfer] = await shop.ports.simulatedLedger.after(0, 1);
    expect(transfer).toMatchObject({ address: returned.targets[0]?.address, sentAtMs: shop.ports.clock.nowMs() });
    expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created']);
  });

  it.each<[SimulationKind, string]>([
    ['full', '0.5 SOL mined'],
    ['partial', '0.2 SOL mined'],
    ['over', '0.55 SOL mined'],
    ['late', '0.5 SOL mined'],
    ['wrong_asset', '0.5 USDC mined'],
    ['replace', '0.5 SOL replaced'],
    ['reorg', '0.5 SOL reorged'],
    ['deep_reorg', '0.5 SOL deeply_reorged'],
  ])('sends for %s: %s', async (kind, expected) => {
    const shop = await openShop();
    await simulate(shop, (await shop.openIntent('0.5 SOL')).id, kind);
    expect(await sent(shop)).toEqual([expected]);
  });

  it('sends what is still open', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    await shop.pay(intent, '0.2 SOL', { network: 'simulated' });
    await simulate(shop, intent.id);
    expect(await sent(shop)).toEqual(['0.3 SOL mined']);
  });

  it('brings the expiry to now for a late payment, once and with an event', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    shop.ports.clock.advance(5);
    const nowMs = shop.ports.clock.nowMs();
    expect(await simulate(shop, intent.id, 'late')).toMatchObject({ expiresAtMs: nowMs, sequence: 2 });
    expect(await simulate(shop, intent.id, 'late')).toMatchObject({ sequence: 2 });
    expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created', '2 payment_intent.expiry_changed']);
    shop.ports.clock.advance(5);
    expect(await simulate(shop, intent.id, 'late')).toMatchObject({ expiresAtMs: nowMs, sequence: 2 });
    expect(await sent(shop)).toHaveLength(3);
  });

  it('only brings the expiry to now for expire, and the intent expires', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    shop.ports.clock.advance(5);
    expect(await simulate(shop, intent.id, 'expire')).toMatchObject({
      expiresAtMs: shop.ports.clock.nowMs(),
      targets: [],
    });
    expect(await sent(shop)).toEqual([]);
    shop.ports.clock.advance(1);
    await shop.ports.stores.forEachDatabase((database) => expireIntents(shop.ports, database));
    expect(await shop.timeline(intent)).toEqual([
      '1 payment_intent.created',
      '2 payment_intent.expiry_changed',
      '3 payment_intent.expired',
    ]);
  });

  it('answers invalid_state for an intent with many payments, but lets it expire', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    for (let paid = 0; paid < LIMITS.simulatedPaymentsMax - 1; paid += 1)
      await shop.pay(intent, '0.001 SOL', { network: 'simulated', tx: `tx-${paid}` });
    await simulate(shop, intent.id);
    await shop.pay(intent, '0.001 SOL', { network: 'simulated', tx: 'last' });
    expect(await failureOf(shop.ports, () => simulate(shop, intent.id))).toMatchObject({ code: 'invalid_state' });
    expect(await simulate(shop, intent.id, 'expire')).toMatchObject({ expiresAtMs: shop.ports.clock.nowMs() });
  });

  it('sends no more than the limit when many ask before the first payment is found', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    const asked = Array.from({ length: LIMITS.simulatedPaymentsMax + 5 }, () => simulate(shop, intent.id, 'partial'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.simulatedPaymentsMax);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'invalid_state' } });
    expect(await shop.ports.simulatedLedger.after(0, asked.length)).toHaveLength(LIMITS.simulatedPaymentsMax);
    await simulate(shop, (await shop.openIntent('0.5 SOL')).id);
  });

  it('answers invalid_state for a live intent', async () => {
    const shop = await openShop({ livemode: true });
    const intent = await shop.openIntent();
    expect(await failureOf(shop.ports, () => simulate(shop, intent.id))).toMatchObject({ code: 'invalid_state' });
  });

  it('answers invalid_state for an asset that nobody can pay, and where nothing is simulated', async () => {
    const shop = await openShop();
    const unknown = await shop.openIntent('1 SHELL');
    expect(await failureOf(shop.ports, () => simulate(shop, unknown.id))).toMatchObject({ code: 'invalid_state' });
    const bare = await openShop({ ports: createMemoryPorts({ networks: ['solana-devnet'] }) });
    const intent = await bare.openIntent();
    expect(await failureOf(bare.ports, () => simulate(bare, intent.id))).toMatchObject({ code: 'invalid_state' });
  });

  it('answers not_found for no id and for another merchant’s intent', async () => {
    const shop = await openShop();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const foreign = await other.openIntent();
    for (const id of [undefined, foreign.id]) {
      expect(await failureOf(shop.ports, () => simulate(shop, id))).toMatchObject({ code: 'not_found' });
    }
  });
});
