import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { signAs } from '../../../test/memory/fake-chain.ts';
import { openClaim } from '../../../test/memory/open-claim.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { releaseWallet } from '../wallets/release-wallet.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('claimPayment', () => {
  it('finds nothing for a transaction that no network knows, or that paid somebody else', async () => {
    const { shop, claim, send } = await openClaim();
    const before = shop.ports.snapshot();
    expect(await claim()).toBe('not_found');
    send({ address: 'elsewhere' });
    expect(await claim()).toBe('not_found');
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('credits nothing itself: a transfer that names the intent is left to the watcher', async () => {
    const { shop, intent, claim, send } = await openClaim();
    send();
    const before = shop.ports.snapshot();
    expect(await claim({ tx: '  tx-1 ' })).toBe('will_be_counted');
    expect(shop.ports.snapshot()).toEqual(before);
    expect((await shop.find(intent.id)).payments).toEqual([]);
  });

  it('leaves a transfer of the exact amount to the watcher, and says nothing of it to others', async () => {
    const { shop, intent, target, claim, send, unmatched } = await openClaim();
    const other = await shop.openIntent('0.5 SOL');
    await shop.targetOf(other, 'solana-devnet');
    const transfer = send({ keys: [], amount: target.amounts[0]?.amount ?? ZERO });
    expect(await claim()).toBe('will_be_counted');
    expect(await claim({ id: other.id })).toBe('not_found');
    expect(await unmatched()).toEqual([]);
    await shop.receive('solana-devnet', [transfer]);
    expect((await shop.find(intent.id)).status).toBe('succeeded');
    expect(await claim()).toBe('already_counted');
  });

  it('asks the merchant to review a transfer of the exact amount whose age no node knows', async () => {
    const { shop, intent, target, claim, send, unmatched } = await openClaim();
    const transfer = send({ keys: [], amount: target.amounts[0]?.amount ?? ZERO, isUndated: true });
    expect(await claim()).toBe('under_review');
    await shop.receive('solana-devnet', [transfer]);
    expect(await unmatched()).toEqual(['tx-1 no_reference']);
    expect(await shop.find(intent.id)).toMatchObject({ status: 'needs_review', payments: [] });
  });

  it('knows a transfer that is a payment already', async () => {
    const { shop, claim, send } = await openClaim();
    await shop.receive('solana-devnet', [send()]);
    const before = shop.ports.snapshot();
    expect(await claim()).toBe('already_counted');
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('asks the merchant to review a transfer that names no intent, once', async () => {
    const { shop, intent, claim, send, unmatched } = await openClaim();
    send({ keys: [] });
    expect(await claim()).toBe('under_review');
    expect(await shop.find(intent.id)).toMatchObject({
      status: 'needs_review',
      review: { cause: 'ambiguous' },
      ambiguousTransfers: ['solana-devnet:tx-1:0'],
    });
    expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created', '2 payment_intent.needs_review']);
    expect(await unmatched()).toEqual(['tx-1 no_reference']);
    expect(await claim()).toBe('under_review');
    expect(await shop.timeline(intent)).toHaveLength(2);
    expect(await unmatched()).toHaveLength(1);
  });

  it('answers not_found for a transfer from well before the intent, with ten minutes for slow clocks', async () => {
    const { shop, intent, claim, send } = await openClaim();
    send({ keys: [], firstSeenAtMs: intent.createdAtMs - 10 * MINUTE_MS - 1 });
    const before = shop.ports.snapshot();
    expect(await claim()).toBe('not_found');
    expect(shop.ports.snapshot()).toEqual(before);
    send({ keys: [], firstSeenAtMs: intent.createdAtMs - 10 * MINUTE_MS });
    expect(await claim()).toBe('under_review');
  });

  it('answers not_found for a transfer that names or pays another intent', async () => {
    const { shop, claim, send } = await openClaim();
    const other = await shop.openIntent('0.5 SOL');
    const { reference = '' } = await shop.targetOf(other, 'solana-devnet');
    const transfer = send({ keys: [reference] });
    expect(await claim()).toBe('not_found');
    await shop.receive('solana-devnet', [transfer]);
    send({ keys: [] });
    const before = shop.ports.snapshot();
    expect(await claim()).toBe('not_found');
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('tells a failed transaction from dust', async () => {
    const { shop, claim, send } = await openClaim();
    const before = shop.ports.snapshot();
    send({ failed: true });
    expect(await claim()).toBe('failed');
    send({ amount: parseDecimal('0.0001') });
    expect(await claim()).toBe('not_found');
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('answers not_found below the dust floor, as a scan lists nothing there', async () => {
    const { shop, claim, send } = await openClaim();
    const tiny = await shop.openIntent('0.00009 SOL');
    await shop.targetOf(tiny, 'solana-devnet');
    send({ keys: [], amount: parseDecimal('0.000099999') });
    const before = shop.ports.snapshot();
    expect(await claim({ id: tiny.id })).toBe('not_found');
    expect(shop.ports.snapshot()).toEqual(before);
    send({ keys: [], amount: parseDecimal('0.0001') });
    expect(await claim({ id: tiny.id })).toBe('under_review');
  });

  it('leaves another asset to the watcher, and records an unknown token', async () => {
    const { claim, send, unmatched } = await openClaim();
    send({ asset: 'USDC', token: 'mint' });
    expect(await claim()).toBe('under_review');
    expect(await unmatched()).toEqual([]);
    send({ asset: undefined, token: 'mint' });
    expect(await claim()).toBe('under_review');
    expect(await unmatched()).toEqual(['tx-1 unknown_token']);
  });

  it('asks the merchant to review a named transfer once the target is no longer watched', async () => {
    const { shop, intent, claim, send, unmatched, listed } = await openClaim();
    send();
    const endMs = intent.expiresAtMs + LIMITS.watchedDaysAfterExpiry * DAY_MS;
    shop.ports.clock.set(endMs - 1);
    expect(await claim()).toBe('will_be_counted');
    shop.ports.clock.set(endMs);
    expect(await claim()).toBe('under_review');
    expect(await unmatched()).toEqual(['tx-1 too_late']);
    // The transfer itself names the intent, so this is not what a payer says.
    expect((await listed()).transfers).toMatchObject([{ intentId: intent.id }]);
  });

  it('reports the best result of several transfers in one transaction', async () => {
    const { transactions, claim, send } = await openClaim();
    const named = send();
    transactions.set('tx-1', [{ ...named, index: 1, failed: true }, named, { ...named, index: 2, keys: [] }]);
    expect(await claim()).toBe('will_be_counted');
  });

  it('records every claimant apart from the transfer, which names nobody', async () => {
    const { shop, intent, claim, send, listed } = await openClaim();
    const other = await shop.openIntent('0.5 SOL');
    await shop.targetOf(other, 'solana-devnet');
    send({ keys: [] });
    expect(await claim({ id: other.id })).toBe('under_review');
    shop.ports.clock.advance(1_000);
    expect(await claim()).toBe('under_review');
    const { transfers, claims } = await listed();
    expect(transfers).toMatchObject([{ tx: 'tx-1', intentId: undefined }]);
    const claimedAtMs = shop.ports.clock.nowMs();
    const transferId = transfers[0]?.id;
    expect(claims).toMatchObject([
      { transferId, intentId: other.id, claimedAtMs: claimedAtMs - 1_000, proof: undefined },
      { transferId, intentId: intent.id, claimedAtMs, proof: undefined },
    ]);
  });

  it('records no more claims than the limit of one intent, says so, and leaves the rest of the intent alone', async () => {
    const { shop, intent, claim, send, listed } = await openClaim();
    for (let count = 0; count < LIMITS.claimsPerIntentMax; count += 1) {
      send({ tx: `tx-${count}`, keys: [] });
      expect(await claim({ tx: `tx-${count}` })).toBe('under_review');
    }
    const before = await shop.find(intent.id);
    send({ tx: 'one more', keys: [] });
    expect(await claim({ tx: 'one more' })).toBe('limit_reached');
    expect(await shop.find(intent.id)).toEqual(before);
    expect((await listed()).claims).toHaveLength(LIMITS.claimsPerIntentMax);
    expect(await claim({ tx: 'tx-0' })).toBe('under_review');
  });

  it('lets the sender prove a claim on a transfer that others have claimed too often', async () => {
    const { shop, intent, answerTo, claim, send, listed } = await openClaim();
    send({ keys: [], sources: ['payer'] });
    const max = LIMITS.claimsPerTransferMax + LIMITS.moreClaimsMax;
    for (let count = 0; count < max; count += 1) {
      const squatter = await shop.openIntent('0.5 SOL');
      await shop.targetOf(squatter, 'solana-devnet');
      expect(await claim({ id: squatter.id })).toBe('under_review');
    }
    shop.ports.clock.advance(1_000);
    const { result, proof } = await answerTo();
    expect(result).toBe('limit_reached');
    // The page no longer asks for money.
    expect(await shop.find(intent.id)).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' } });
    const signature = signAs('payer', proof?.message ?? '');
    expect(await claim({ proof: { address: 'payer', signature } })).toBe('under_review');
    const { claims } = await listed();
    expect(claims).toHaveLength(max + 1);
    expect(claims.filter((one) => one.proof)).toMatchObject([{ intentId: intent.id, proof: { address: 'payer' } }]);
  });

  it('asks the named network only, and answers validation_failed where the intent has no target', async () => {
    const { shop, claim, send } = await openClaim();
    send();
    expect(await claim({ network: 'simulated' })).toBe('not_found');
    expect(await claim({ network: 'solana-devnet' })).toBe('will_be_counted');
    for (const network of ['bitcoin-regtest', 'gold']) {
      expect(await failureOf(shop.ports, () => claim({ network }))).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/network', detail: expect.stringContaining('Use one of these: ') }],
      });
    }
  });

  it('answers unavailable where a network is away and no other has the transaction', async () => {
    const { shop, claim, send } = await openClaim();
    shop.ports.chain('simulated').transactions.set('tx-1', new ChainError('away', 'timeout'));
    expect(await failureOf(shop.ports, () => claim())).toMatchObject({ code: 'unavailable' });
    send();
    expect(await claim()).toBe('will_be_counted');
  });

  it('answers unavailable for a network that is no longer watched, and not for another one', async () => {
    const { shop, claim, send } = await openClaim();
    send();
    const watched = shop.ports.chains;
    shop.ports.chains = new Map([...watched].filter(([name]) => name !== 'solana-devnet'));
    for (const network of [undefined, 'solana-devnet'])
      expect(await failureOf(shop.ports, () => claim({ network }))).toMatchObject({
        code: 'unavailable',
        network: 'Solana devnet',
      });
    expect(await claim({ network: 'simulated' })).toBe('not_found');
    shop.ports.chains = watched;
    expect(await claim()).toBe('will_be_counted');
  });

  it('rethrows any other error of a chain', async () => {
    const { shop, claim, transactions } = await openClaim();
    transactions.set('tx-1', new RangeError('broken'));
    expect(await failureOf(shop.ports, () => claim())).toMatchObject({ message: 'broken' });
  });

  it('answers not_found for an unknown key, no id and another merchant’s intent', async () => {
    const { shop, claim } = await openClaim();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const foreign = await other.openIntent();
    for (const more of [{ publicKey: 'nonsense' }, { id: undefined }, { id: foreign.id }]) {
      expect(await failureOf(shop.ports, () => claim(more))).toMatchObject({ code: 'not_found' });
    }
  });
});

/** Somebody else has the wallet by now, with an open intent on it. */
const setUpMoved = async () => {
  const made = await openClaim();
  const { ports } = made.shop;
  await releaseWallet(ports, { network: 'solana-devnet', livemode: false, text: 'wallet', actor: 'cli' });
  const next = await openShop({ ports, name: 'next' });
  await next.addWallet('solana-devnet', 'wallet');
  const intent = await next.openIntent('0.5 SOL');
  await next.targetOf(intent, 'solana-devnet');
  return { ...made, next, claimNext: () => made.claim({ publicKey: next.made.key.publicKey, id: intent.id }) };
};

describe('a claim after another merchant got the wallet', () => {
  it('answers not_found and records nothing for a transfer that names nobody, also with a proof', async () => {
    const { shop, answerTo, send } = await setUpMoved();
    send({ keys: [], sources: ['payer'] });
    const before = shop.ports.snapshot();
    for (const proof of [undefined, { address: 'payer', signature: 'any' }]) {
      expect(await answerTo({ proof })).toEqual({ result: 'not_found', proof: undefined });
    }
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('goes to review for the merchant who has the wallet now', async () => {
    const { next, claimNext, send, unmatched } = await setUpMoved();
    send({ keys: [] });
    expect(await claimNext()).toBe('under_review');
    expect(await unmatched()).toEqual([]);
    expect(await next.store.transfers.list({ unassigned: true, limit: 10 })).toMatchObject([{ tx: 'tx-1' }]);
  });

  it('still knows a transfer that names the intent by reference or exact amount', async () => {
    const { target, claim, claimNext, send } = await setUpMoved();
    send();
    expect([await claim(), await claimNext()]).toEqual(['will_be_counted', 'not_found']);
    send({ keys: [], amount: target.amounts[0]?.amount ?? ZERO });
    expect([await claim(), await claimNext()]).toEqual(['will_be_counted', 'not_found']);
  });
});
