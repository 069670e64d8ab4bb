import { type Address, address as toAddress } from '@solana/kit';
import { send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { ShownTransfer } from './api-types.ts';
import { type Counter, openCounter, type PayWay } from './counter.ts';
import { type Account, expectStatus } from './make-merchants.ts';
import type { Lab } from './open-lab.ts';
import { readTransfers } from './read-tenant.ts';

const SOL = 1_000_000_000n;
/** What the simulated chain cannot do: references, tokens, failed transactions, unmatched transfers. */
export async function makeSolanaIntents(lab: Lab, harbor: Account): Promise<void> {
  const counter = openCounter(lab, harbor);
  const { actors, payer, merchant, usdc } = lab.solana;
  const pay = async (lamports: bigint, references: readonly Address[], skipPreflight = false) => {
    const sent = await actors.send(payer, [actors.pay(payer, merchant.address, lamports, references)], {
      skipPreflight,
    });
    lab.solana.finalize();
    return sent;
  };
  const payToken = async (token: typeof usdc, units: bigint, reference: Address) => {
    const account = await actors.associated(merchant.address, token);
    const sent = await actors.send(payer, [
      await actors.openAssociated(payer, merchant.address, token),
      await actors.payToken(payer, account, units, { token, references: [reference] }),
    ]);
    lab.solana.finalize();
    return sent;
  };
  const unmatched = (tx: string, reason: string) => untilUnmatched(lab, harbor, tx, reason);

  const inSol = await ask(counter, 'solana-sol', '0.5 SOL');
  await pay(SOL / 2n, [inSol.reference]);
  const inUsdc = await ask(counter, 'solana-usdc', '12.5 USDC');
  await payToken(usdc, 12_500_000n, inUsdc.reference);
  for (const { id } of [inSol, inUsdc]) await counter.untilStatus(id, 'succeeded');

  const [first, second] = [await ask(counter, 'ambiguous-1', '0.3 SOL'), await ask(counter, 'ambiguous-2', '0.3 SOL')];
  await unmatched(await pay((SOL * 3n) / 10n, [first.reference, second.reference]), 'ambiguous');
  for (const { id } of [first, second]) await counter.untilStatus(id, 'needs_review');

  const { reference } = await ask(counter, 'solana-unpaid', '0.4 SOL');
  await unmatched(await pay(100_000n, [reference]), 'dust');
  await unmatched(await pay(10n ** 15n, [reference], true), 'failed');
  const fake = await actors.createToken({ symbol: 'USDC' });
  await actors.give(payer.address, fake, 10n ** 9n);
  await unmatched(await payToken(fake, 12_500_000n, reference), 'unknown_token');
  await unmatched(await pay(SOL / 7n, []), 'no_reference');

  const found = await unmatched(await pay(SOL / 10n, []), 'no_reference');
  const body = { payment_intent_id: (await ask(counter, 'assigned', '0.1 SOL')).id };
  expectStatus(await send(lab.api.baseUrl, harbor.keys.test, `/transfers/${found.id}/assign`, { body }), 200);

  // The target is moved past the payment until the watcher has seen it, and then back.
  const old = await ask(counter, 'paid-before', '0.6 SOL');
  const shift = (interval: string) =>
    runSql(
      lab.mainUrl,
      `UPDATE florin_data.targets SET assigned_at = assigned_at + $2::interval WHERE reference = $1`,
      [old.reference, interval],
    );
  await shift('4 hours');
  await unmatched(await pay((SOL * 6n) / 10n, [old.reference]), 'too_old');
  await shift('-4 hours');
}

async function ask(counter: Counter, order: string, due: string): Promise<{ id: string; reference: Address }> {
  const id = await counter.askForLong(order, due);
  const { uri } = wayOn(await counter.view(id), 'solana-local');
  return { id, reference: toAddress(new URL(uri).searchParams.get('reference') ?? '') };
}

function wayOn(ways: readonly PayWay[], network: string): PayWay {
  const way = ways.find((candidate) => candidate.network === network);
  if (!way) throw new Error(`${network} is not offered: ${JSON.stringify(ways)}`);
  return way;
}

async function untilUnmatched(lab: Lab, { keys }: Account, tx: string, reason: string): Promise<ShownTransfer> {
  return waitUntil(`${tx} is unmatched as ${reason}`, async () =>
    (await readTransfers(lab.api.baseUrl, keys.test)).find((one) => one.tx === tx && one.reason === reason),
  );
}

/** Payments that are tolerated, missing, confirmed and seen. The last two stay so: the watcher is killed next. */
export async function makeLitecoinIntents(lab: Lab, harbor: Account): Promise<void> {
  const counter = openCounter(lab, harbor);
  const { litecoin } = lab;
  const order = async (name: string) => {
    const id = await counter.askForLong(name, '0.5 LTC');
    return { id, address: wayOn(await counter.view(id), 'litecoin-regtest').address };
  };

  const tolerated = await order('tolerated');
  await litecoin.send(tolerated.address, '0.4985');
  await litecoin.mine(2);
  await counter.untilStatus(tolerated.id, 'succeeded');

  const lost = await order('missing');
  const tx = await litecoin.send(lost.address, '0.5');
  await counter.untilStatus(lost.id, 'processing');
  await forget(lab, tx);
  await counter.until(lost.id, 'is missing', ({ payments }) => payments[0]?.void_reason === 'missing');
  await litecoin.stop();
  await litecoin.start('-persistmempool=0');
  await litecoin.call('loadwallet', 'shop');

  const confirmed = await order('confirmed');
  await litecoin.send(confirmed.address, '0.5');
  await litecoin.mine(1);
  await counter.until(confirmed.id, 'is confirmed', ({ payments }) => payments[0]?.state === 'confirmed');
  const seen = await order('seen');
  await litecoin.send(seen.address, '0.5');
  await counter.until(seen.id, 'is seen', ({ payments }) => payments[0]?.state === 'seen');
}

/** Makes the node forget a transaction that is in no block, and moves the time of its loss back by two hours. */
async function forget({ litecoin, mainUrl }: Lab, tx: string): Promise<void> {
  await litecoin.stop();
  await litecoin.start('-persistmempool=0', '-walletbroadcast=0');
  await litecoin.call('loadwallet', 'shop');
  await litecoin.call('abandontransaction', tx);
  await waitUntil('the watcher misses the transaction', async () => {
    const shifted = await runSql(
      mainUrl,
      `UPDATE florin_data.payments SET missing_since = missing_since - interval '2 hours'
       WHERE tx = $1 AND missing_since IS NOT NULL RETURNING 1`,
      [tx],
    );
    return shifted.length > 0 ? true : undefined;
  });
}
