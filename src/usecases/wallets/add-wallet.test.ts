import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { walletCell } from '../../domain/secrets/sealed-cell.ts';
import { addWallet, readWallet, type WalletInput } from './add-wallet.ts';

async function setUp({ livemode = false } = {}) {
  const shop = await openShop({ livemode });
  const { ports, tenant } = shop;
  const network = livemode ? 'bitcoin' : 'bitcoin-regtest';
  const inputOf = (more: Partial<WalletInput> = {}): WalletInput => ({
    tenant,
    network,
    text: ' xpub ',
    startIndex: 7,
    delayed: true,
    actor: 'usr',
    ...more,
  });
  const add = (more?: Partial<WalletInput>) => addWallet(ports, inputOf(more));
  const list = () => ports.wallets.list(tenant.merchantId, livemode);
  return { shop, ports, tenant, network, inputOf, add, list };
}

describe('addWallet', () => {
  it('stores the wallet sealed, from its start index on, and records it without its text', async () => {
    const { ports, tenant, network, add, list } = await setUp();
    const wallet = await add();
    const nowMs = ports.clock.nowMs();
    expect(wallet).toMatchObject({
      merchantId: tenant.merchantId,
      livemode: false,
      network,
      kind: 'extended_key',
      nextIndex: 7,
      createdAtMs: nowMs,
      effectiveAtMs: nowMs,
      removedAtMs: undefined,
    });
    expect(ports.vault.open(wallet.sealedText, walletCell(wallet))).toBe('xpub');
    expect(wallet.fingerprint).not.toContain('xpub');
    expect(await list()).toEqual([wallet]);
    const { fingerprint } = wallet;
    expect(ports.audit.entries.at(-1)).toEqual({
      actor: 'usr',
      action: 'wallet.changed',
      merchantId: tenant.merchantId,
      subject: wallet.id,
      details: {
        livemode: false,
        network,
        kind: 'extended_key',
        fingerprint,
        effective_at: new Date(nowMs).toISOString(),
      },
      atMs: nowMs,
    });
  });

  it('gives an address no index', async () => {
    const { add } = await setUp();
    expect(await add({ network: 'solana-devnet' })).toMatchObject({ kind: 'address', nextIndex: 0 });
  });

  it('delays a live wallet by a day where asked to, and no other', async () => {
    const { ports, add } = await setUp({ livemode: true });
    const nowMs = ports.clock.nowMs();
    expect((await add()).effectiveAtMs).toBe(nowMs + LIMITS.walletDelayMs);
    expect((await add({ text: 'other', delayed: false })).effectiveAtMs).toBe(nowMs);
  });

  it('keeps the previous wallet until the new one takes over', async () => {
    const { ports, add, list } = await setUp({ livemode: true });
    await add({ delayed: false });
    ports.clock.advance(5);
    const { effectiveAtMs } = await add({ text: 'other' });
    expect((await list()).map(({ removedAtMs }) => removedAtMs)).toEqual([effectiveAtMs, undefined]);
  });

  it('changes no time of a wallet that is added again', async () => {
    const { ports, add, list } = await setUp({ livemode: true });
    const first = await add();
    ports.clock.advance(1_000);
    expect(await add()).toEqual(first);
    expect(await list()).toEqual([first]);
  });

  it('answers wallet_taken for a wallet of another merchant', async () => {
    const { ports, add } = await setUp();
    await add();
    const other = await openShop({ ports, name: 'other' });
    expect(await failureOf(ports, () => add({ tenant: other.tenant }))).toMatchObject({ code: 'wallet_taken' });
  });

  it.each([
    ['an unknown network', { network: 'gold' }, { errors: [{ pointer: '#/network', code: 'invalid_value' }] }],
    ['a network of the other mode', { network: 'bitcoin' }, { errors: [{ pointer: '#/network' }] }],
    ['no extended key', { text: '', member: 'xpub' }, { errors: [{ pointer: '#/xpub', code: 'invalid_wallet' }] }],
    ['a private key', { text: 'private', member: 'xpub' }, { errors: [{ pointer: '#/xpub', code: 'private_key' }] }],
    [
      'no address',
      { text: '', network: 'solana-devnet' },
      { errors: [{ pointer: '#/address', code: 'invalid_wallet' }] },
    ],
    ['a network that needs no wallet', { network: 'simulated' }, {}],
  ] as const)('answers validation_failed for %s', async (_, more, problem) => {
    const { ports, add } = await setUp();
    const failure = await failureOf(ports, () => add(more));
    expect(failure).toMatchObject({ code: 'validation_failed', ...problem });
  });
});

describe('readWallet', () => {
  it('understands a wallet without storing it', async () => {
    const { ports, network, inputOf } = await setUp();
    const before = ports.snapshot();
    const stored = readWallet(ports, inputOf());
    expect(stored).toMatchObject({ network, kind: 'extended_key', nextIndex: 7 });
    expect(ports.snapshot()).toEqual(before);
  });

  it('rethrows any other error of the chain', async () => {
    const { ports, inputOf } = await setUp();
    const chain = {
      ...ports.chain('bitcoin-regtest'),
      readWallet: () => {
        throw new RangeError('broken');
      },
    };
    const chains = new Map([['bitcoin-regtest', chain]]);
    expect(() => readWallet({ ...ports, chains }, inputOf())).toThrow('broken');
  });
});
