import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { signAs } from '../../../test/memory/fake-chain.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { LIMITS } from '../../domain/limits.ts';
import { addWallet, type WalletInput } from './add-wallet.ts';
import { challengeWallet } from './challenge-wallet.ts';
import { releaseWallet } from './release-wallet.ts';
import { removeWallet } from './remove-wallet.ts';

const NETWORK = 'solana-devnet';
const ADDRESS = 'the address';
const ORIGIN = 'https://pay.example.com';
const EXTENDED = 'bitcoin-regtest';

/** One merchant holds a wallet that another one claims. */
async function setUp() {
  const holder = await openShop({ name: 'holder' });
  const { ports } = holder;
  const claimant = await openShop({ ports, name: 'claimant' });
  const held = await holder.addWallet(NETWORK, ADDRESS);
  const add = (more: Partial<WalletInput> = {}) =>
    addWallet(ports, {
      tenant: claimant.tenant,
      network: NETWORK,
      text: ADDRESS,
      startIndex: 0,
      delayed: false,
      actor: 'usr',
      ...more,
    });
  const prove = (more: { tenant?: typeof claimant.tenant; origin?: string; signer?: string } = {}) => {
    const { tenant = claimant.tenant, origin = ORIGIN, signer = ADDRESS } = more;
    const { message, issuedAtMs } = challengeWallet(ports, { tenant, network: NETWORK, address: ADDRESS, origin });
    return { origin: ORIGIN, issuedAtMs, signature: signAs(signer, message) };
  };
  return { holder, claimant, ports, held, add, prove };
}

describe('a wallet that another merchant uses', () => {
  it('stays theirs without a proof', async () => {
    const { ports, add } = await setUp();
    expect(await failureOf(ports, () => add())).toMatchObject({
      code: 'wallet_taken',
      message: expect.stringContaining('prove it with a signature') as string,
    });
  });

  it('is taken over with a signature by the wallet, and its former holder is told', async () => {
    const { holder, claimant, ports, held, add, prove } = await setUp();
    const before = ports.audit.entries.length;
    const taken = await add({ proof: prove() });
    const atMs = ports.clock.nowMs();
    expect(taken).toMatchObject({ merchantId: claimant.tenant.merchantId, effectiveAtMs: atMs });
    expect(await ports.wallets.list(holder.tenant.merchantId, false)).toMatchObject([
      { id: held.id, removedAtMs: atMs, releasedAtMs: atMs },
    ]);
    expect(ports.audit.entries.slice(before)).toMatchObject([
      {
        actor: 'takeover',
        action: 'wallet.released',
        merchantId: holder.tenant.merchantId,
        subject: held.id,
        details: { network: NETWORK, reason: 'signature' },
      },
      { actor: 'usr', action: 'wallet.changed', merchantId: claimant.tenant.merchantId, subject: taken.id },
    ]);
    expect(JSON.stringify(ports.audit.entries.slice(before, before + 1))).not.toContain(claimant.tenant.merchantId);
    // The squatter has no key, so it cannot get the wallet back.
    const back = () => add({ tenant: holder.tenant });
    expect(await failureOf(ports, back)).toMatchObject({ code: 'wallet_taken' });
  });

  it('answers validation_failed for a signature by another wallet, for another merchant or for another site', async () => {
    const { holder, ports, add, prove } = await setUp();
    const proofs = [
      prove({ signer: 'another address' }),
      prove({ tenant: holder.tenant }),
      prove({ origin: 'https://evil.example.com' }),
      { ...prove(), signature: '' },
      { ...prove(), issuedAtMs: prove().issuedAtMs - 1 },
    ];
    for (const proof of proofs) {
      expect(await failureOf(ports, () => add({ proof }))).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '#/proof/signature' }],
      });
    }
  });

  it('accepts a signature for fifteen minutes, to the millisecond, and none from the future', async () => {
    const { ports, add, prove } = await setUp();
    const proof = prove();
    const expectExpired = async () =>
      expect(await failureOf(ports, () => add({ proof }))).toMatchObject({
        errors: [{ pointer: '#/proof/issued_at' }],
      });
    ports.clock.advance(-1);
    await expectExpired();
    ports.clock.advance(LIMITS.walletProofMs + 1);
    await expectExpired();
    ports.clock.advance(-1);
    await expect(add({ proof })).resolves.toBeDefined();
  });

  it('needs the operator if it is an extended key, which cannot sign', async () => {
    const { holder, ports, add, prove } = await setUp();
    await holder.addWallet(EXTENDED, 'xpub');
    const claim = () => add({ network: EXTENDED, text: 'xpub', proof: prove() });
    expect(await failureOf(ports, claim)).toMatchObject({
      code: 'wallet_taken',
      message: expect.stringContaining('ask the operator') as string,
    });
  });
});

describe('a wallet that another merchant removed', () => {
  it('is free after a minute, to the millisecond', async () => {
    const { holder, ports, held, add } = await setUp();
    await removeWallet(ports, holder.tenant, { id: held.id, actor: 'usr' });
    ports.clock.advance(LIMITS.walletReleaseMs - 1);
    expect(await failureOf(ports, () => add())).toMatchObject({ code: 'wallet_taken' });
    ports.clock.advance(1);
    await expect(add()).resolves.toMatchObject({ createdAtMs: ports.clock.nowMs() });
    expect(ports.audit.entries.at(-2)).toMatchObject({ action: 'wallet.released', details: { reason: 'removed' } });
  });

  it.each([
    [NETWORK, ADDRESS, '0.5 SOL'],
    [EXTENDED, 'xpub', '0.1 BTC'],
  ] as const)('on %s stays theirs while a payment may arrive on one of its targets', async (network, text, due) => {
    const { holder, ports, add } = await setUp();
    const held = await holder.addWallet(network, text);
    const intent = await holder.openIntent(due);
    await holder.targetOf(intent, network);
    await removeWallet(ports, holder.tenant, { id: held.id, actor: 'usr' });
    const endMs = intent.expiresAtMs + LIMITS.watchedDaysAfterExpiry * 86_400_000;
    ports.clock.set(endMs - 1);
    expect(await failureOf(ports, () => add({ network, text }))).toMatchObject({ code: 'wallet_taken' });
    ports.clock.set(endMs);
    await expect(add({ network, text })).resolves.toBeDefined();
  });

  it('continues after the addresses that were issued', async () => {
    const { holder, ports, add } = await setUp();
    const held = await holder.addWallet(EXTENDED, 'xpub');
    const intent = await holder.openIntent('0.1 BTC');
    await holder.targetOf(intent, EXTENDED);
    await removeWallet(ports, holder.tenant, { id: held.id, actor: 'usr' });
    ports.clock.set(intent.expiresAtMs + LIMITS.watchedDaysAfterExpiry * 86_400_000);
    expect(await add({ network: EXTENDED, text: 'xpub' })).toMatchObject({ nextIndex: 1 });
  });
});

const listed = async ({ store }: Shop) =>
  (await store.transfers.list({ unassigned: true, limit: 10 })).map(({ tx }) => tx);

describe('money for a wallet that was taken over', () => {
  it('still settles what the former holder asked for, and belongs to the new one otherwise', async () => {
    const { holder, claimant, ports, add, prove } = await setUp();
    const owed = await holder.openIntent('0.5 SOL');
    const target = await holder.targetOf(owed, NETWORK);
    await add({ proof: prove() });
    await claimant.targetOf(await claimant.openIntent('0.5 SOL'), NETWORK);
    const sent = { firstSeenAtMs: ports.clock.nowMs(), keys: [] };
    const named = sampleTransfer('tx-named', '0.5 SOL', target, { ...sent, keys: [target.reference ?? ''] });
    const unnamed = sampleTransfer('tx-unnamed', '0.3 SOL', target, sent);
    await holder.receive(NETWORK, [named, unnamed]);
    expect(await holder.find(owed.id)).toMatchObject({ status: 'succeeded' });
    expect(await listed(holder)).toEqual([]);
    expect(await listed(claimant)).toEqual(['tx-unnamed']);
    // New payments of the former holder cannot be paid there.
    const late = await holder.openIntent('0.5 SOL');
    await expect(holder.targetOf(late, NETWORK)).rejects.toThrow('no target');
  });

  it('still settles what the former holder asked for by its exact amount', async () => {
    const { holder, ports, add, prove } = await setUp();
    const owed = await holder.openIntent('0.5 SOL');
    const target = await holder.targetOf(owed, NETWORK);
    await add({ proof: prove() });
    const amount = target.amounts[0]?.amount ?? expect.fail();
    const sent = { firstSeenAtMs: ports.clock.nowMs(), keys: [], amount };
    await holder.receive(NETWORK, [sampleTransfer('tx-exact', '0.5 SOL', target, sent)]);
    expect(await holder.find(owed.id)).toMatchObject({ status: 'succeeded' });
  });

  it('is listed for the new holder before it has a target there, and never for the former one', async () => {
    const { holder, claimant, ports, add, prove } = await setUp();
    const target = await holder.targetOf(await holder.openIntent('0.5 SOL'), NETWORK);
    await add({ proof: prove() });
    const send = (tx: string) =>
      holder.receive(NETWORK, [
        sampleTransfer(tx, '0.3 SOL', target, { firstSeenAtMs: ports.clock.nowMs(), keys: [] }),
      ]);
    // A merchant without any intent has nothing to assign a transfer to, and its data may be in another database.
    await send('tx-1');
    await claimant.openIntent('0.5 SOL');
    await send('tx-2');
    expect([await listed(holder), await listed(claimant)]).toEqual([[], ['tx-2']]);
  });

  it('belongs to the last holder while nobody has the wallet', async () => {
    const { holder, ports } = await setUp();
    const target = await holder.targetOf(await holder.openIntent('0.5 SOL'), NETWORK);
    await releaseWallet(ports, { network: NETWORK, livemode: false, text: ADDRESS, actor: 'cli' });
    const sent = { firstSeenAtMs: ports.clock.nowMs(), keys: [] };
    await holder.receive(NETWORK, [sampleTransfer('tx-1', '0.3 SOL', target, sent)]);
    expect(await listed(holder)).toEqual(['tx-1']);
  });
});
