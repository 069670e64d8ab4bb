import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { PayerError } from '../../domain/payments/payer-error.ts';
import { UserError } from '../../domain/user-error.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { type PreparedPayment, type PrepareInput, prepareTransaction } from './prepare-transaction.ts';

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  // Targets are assigned before, so that a failure can be seen to write nothing.
  await shop.targetOf(intent, 'solana-devnet');
  const { publicKey } = shop.made.key;
  const prepare = (more: Partial<PrepareInput> = {}) =>
    prepareTransaction(shop.ports, { publicKey, id: intent.id, network: 'solana-devnet', payer: 'payer', ...more });
  return { shop, intent, prepare, chain: shop.ports.chain('solana-devnet') };
}

/** The fake chains put the order into the transaction. */
const orderIn = ({ transaction }: PreparedPayment): unknown =>
  JSON.parse('data' in transaction ? transaction.data : transaction.transaction);

describe('prepareTransaction', () => {
  it('prepares a transaction that pays what is still open, and stores nothing', async () => {
    const { shop, intent, prepare, chain } = await setUp();
    const before = shop.ports.snapshot();
    const prepared = await prepare();
    expect(prepared).toMatchObject({ network: chain.network, browserWallets: chain.network.browserWallets });
    const order = { payer: 'payer', address: 'wallet', asset: 'SOL', matchedBy: 'reference' };
    expect(orderIn(prepared)).toEqual({ ...order, amount: '0.5' });
    expect(shop.ports.snapshot()).toEqual(before);
    await shop.pay(intent, '0.2 SOL');
    expect(orderIn(await prepare())).toEqual({ ...order, amount: '0.3' });
  });

  it('asks for the exact amount where only that names the payment', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: ['evm-local'] }) });
    await shop.addWallet('evm-local', 'wallet');
    const intent = await shop.openIntent('0.5 ETH');
    const { amounts } = await shop.targetOf(intent, 'evm-local');
    const { publicKey } = shop.made.key;
    const prepared = await prepareTransaction(shop.ports, {
      publicKey,
      id: intent.id,
      network: 'evm-local',
      payer: 'p',
    });
    expect(orderIn(prepared)).toMatchObject({
      amount: formatDecimal(amounts[0]?.amount ?? ZERO),
      matchedBy: 'amount',
    });
  });

  it('prepares up to the last millisecond before the expiry', async () => {
    const { shop, intent, prepare } = await setUp();
    shop.ports.clock.set(intent.expiresAtMs - 1);
    await expect(prepare()).resolves.toBeDefined();
    shop.ports.clock.set(intent.expiresAtMs);
    expect(await failureOf(shop.ports, () => prepare())).toMatchObject({ code: 'invalid_state' });
  });

  it('answers invalid_state for an intent that is canceled, paid or being paid in full', async () => {
    const canceled = await setUp();
    await cancelIntent(canceled.shop.ports, canceled.shop.store, canceled.intent.id);
    const paid = await setUp();
    await paid.shop.pay(paid.intent, '0.5 SOL');
    const paying = await setUp();
    await paying.shop.pay(paying.intent, '0.5 SOL', { blockHeight: undefined });
    for (const { shop, prepare } of [canceled, paid, paying]) {
      expect(await failureOf(shop.ports, () => prepare())).toMatchObject({ code: 'invalid_state' });
    }
  });

  it('answers validation_failed at #/network for a network that cannot be used', async () => {
    const { shop, prepare } = await setUp();
    // The intent cannot be paid on the first two, and no browser wallet pays on the third.
    for (const network of ['bitcoin-regtest', 'gold', 'simulated']) {
      expect(await failureOf(shop.ports, () => prepare({ network }))).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/network', code: 'invalid_value' }],
      });
    }
  });

  it('answers validation_failed at #/payer where this wallet cannot pay', async () => {
    const { shop, prepare, chain } = await setUp();
    chain.payerErrors.set('poor', new PayerError('no money', 'insufficient_funds'));
    expect(await failureOf(shop.ports, () => prepare({ payer: 'poor' }))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '#/payer', code: 'insufficient_funds' }],
    });
  });

  it.each([
    ['invalid_state where no wallet can pay', new UserError('the mint is frozen'), { code: 'invalid_state' }],
    ['unavailable where the nodes are away', new ChainError('away', 'timeout'), { code: 'unavailable' }],
    ['what is thrown otherwise', new RangeError('broken'), { message: 'broken' }],
  ])('answers %s', async (_, thrown, expected) => {
    const { shop, prepare, chain } = await setUp();
    chain.payerErrors.set('payer', thrown);
    expect(await failureOf(shop.ports, () => prepare())).toMatchObject(expected);
  });

  it('answers not_found for an unknown key and no id', async () => {
    const { shop, prepare } = await setUp();
    for (const more of [{ publicKey: 'nonsense' }, { id: undefined }]) {
      expect(await failureOf(shop.ports, () => prepare(more))).toMatchObject({ code: 'not_found' });
    }
  });
});
