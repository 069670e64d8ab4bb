import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { subtract, ZERO } from '../../domain/money/money.ts';
import { type IntentAnswer, serializeIntent } from './present-intent.ts';

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  const target = await shop.targetOf(intent, 'solana-devnet');
  const exact = target.amounts[0]?.amount ?? ZERO;
  const read = async () => {
    const presentation = { checkoutUrl: '', nowMs: shop.ports.clock.nowMs(), visibleNetworks: new Set<string>() };
    return JSON.parse(serializeIntent(await shop.find(intent.id), presentation)) as IntentAnswer;
  };
  return { shop, intent, target, exact, read };
}

const manualOf = ({ targets }: IntentAnswer) =>
  Object.fromEntries(targets.map(({ network, manual_amount: amount }) => [network, amount]));

describe('what a merchant sees of an exact amount', () => {
  it('is the amount that the payer was told, only where payments share the address', async () => {
    const { exact, read } = await setUp();
    expect(manualOf(await read())).toEqual({ simulated: null, 'solana-devnet': formatDecimal(exact) });
  });

  it('is the tail of the payment once it arrived, and no amount anymore', async () => {
    const { shop, intent, target, exact, read } = await setUp();
    const firstSeenAtMs = shop.ports.clock.nowMs();
    const transfer = sampleTransfer('tx-1', '0.5 SOL', target, { keys: [], amount: exact, firstSeenAtMs });
    await shop.receive('solana-devnet', [transfer]);
    const answer = await read();
    expect(answer).toMatchObject({
      status: 'succeeded',
      amount_received: formatDecimal(exact),
      overpaid_by: '0',
      payments: [{ tail: formatDecimal(subtract(exact, intent.cryptoAmount)) }],
    });
    expect(manualOf(answer)).toEqual({ simulated: null, 'solana-devnet': null });
  });

  it('is nothing of a payment with a reference', async () => {
    const { shop, intent, read } = await setUp();
    await shop.pay(intent, '0.5 SOL');
    expect((await read()).payments).toMatchObject([{ amount: '0.5', tail: '0' }]);
  });
});

it('the tolerance is an amount, and unknown for an intent that kept no policy', async () => {
  const { shop, intent, read } = await setUp();
  expect((await read()).tolerance).toBe('0.0025');
  const presentation = { checkoutUrl: '', nowMs: 0, visibleNetworks: new Set<string>() };
  const older = { ...(await shop.find(intent.id)), policy: undefined };
  expect(JSON.parse(serializeIntent(older, presentation))).toMatchObject({ tolerance: null });
});
