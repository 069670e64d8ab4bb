import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { parseFiatValue } from '../../domain/money/exchange-rate.ts';
import { subtract, ZERO } from '../../domain/money/money.ts';
import { addWallet } from '../wallets/add-wallet.ts';
import { removeWallet } from '../wallets/remove-wallet.ts';
import { assignTargets } from './assign-targets.ts';

const assign = ({ ports, store, tenant }: Shop, intent: Intent) => assignTargets(ports, store, tenant, intent);

const networks = async (shop: Shop, intent: Intent) => (await assign(shop, intent)).map(({ network }) => network);

/** A price with two tails: the rate is for another asset, so a cent does not count. */
async function openEvmShop() {
  const shop = await openShop({ ports: createMemoryPorts({ networks: ['evm-local'] }) });
  await shop.addWallet('evm-local', 'wallet');
  const open = () => shop.openIntent('0.00002 ETH', { exchange_rate: '1 SOL = $100' });
  return { shop, open };
}

describe('assignTargets', () => {
  it('assigns a target on every network of the mode that has the asset and a wallet', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet', 'wallet');
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const sol = await shop.openIntent('0.5 SOL');
    const targets = await assign(shop, sol);
    const assignedAtMs = shop.ports.clock.nowMs();
    expect(targets).toMatchObject([
      { network: 'simulated', requirement: { blocks: 2 }, decimals: 18, assignedAtMs },
      { network: 'solana-devnet', address: 'wallet', requirement: { tag: 'finalized' }, decimals: 9, assignedAtMs },
    ]);
    expect(targets[1]?.reference).toBeDefined();
    expect((await shop.find(sol.id)).targets).toEqual(targets);
    const btc = await shop.openIntent('0.1 BTC');
    expect(await assign(shop, btc)).toMatchObject([
      { network: 'bitcoin-regtest', address: 'xpub/0', reference: undefined, decimals: 8 },
      { network: 'simulated' },
    ]);
  });

  it('requires more confirmations for an intent that is worth more', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const required = [];
    for (const due of ['0.1 BTC', '20 BTC', '200 BTC']) {
      required.push((await shop.targetOf(await shop.openIntent(due), 'bitcoin-regtest')).requirement);
    }
    expect(required).toEqual([{ blocks: 1 }, { blocks: 3 }, { blocks: 6 }]);
  });

  it('assigns nothing in live mode without a wallet, and writes nothing', async () => {
    const shop = await openShop({ livemode: true });
    const intent = await shop.openIntent('0.5 SOL');
    const before = shop.ports.snapshot();
    expect(await assign(shop, intent)).toEqual([]);
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('uses a wallet from its effective time to its removal, to the millisecond', async () => {
    const shop = await openShop({ livemode: true });
    const { ports, tenant } = shop;
    const input = { tenant, network: 'solana', text: 'wallet', startIndex: 0, delayed: true, actor: 'usr' };
    const wallet = await addWallet(ports, input);
    ports.clock.set(wallet.effectiveAtMs + 1_000);
    await removeWallet(ports, tenant, { id: wallet.id, actor: 'usr' });
    const at = async (nowMs: number) => {
      ports.clock.set(nowMs);
      return networks(shop, await shop.openIntent('0.5 SOL'));
    };
    expect(await at(wallet.effectiveAtMs - 1)).toEqual([]);
    expect(await at(wallet.effectiveAtMs)).toEqual(['solana']);
    expect(await at(wallet.effectiveAtMs + 999)).toEqual(['solana']);
    expect(await at(wallet.effectiveAtMs + 1_000)).toEqual([]);
  });

  it('wants the nodes to agree on the block of a large payment, where there are several', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const chain = { ...shop.ports.chain('bitcoin-regtest'), agreementWorth: parseFiatValue('1000') };
    const ports = { ...shop.ports, chains: new Map([...shop.ports.chains, ['bitcoin-regtest', chain]]) };
    const requirementOf = async (due: string) => {
      const targets = await assignTargets(ports, shop.store, shop.tenant, await shop.openIntent(due));
      return targets.find(({ network }) => network === 'bitcoin-regtest')?.requirement;
    };
    expect(await requirementOf('9 BTC')).toEqual({ blocks: 1 });
    expect(await requirementOf('10 BTC')).toEqual({ blocks: 3, agreed: true });
  });

  it('changes nothing once every target is assigned', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const intent = await shop.openIntent('0.1 BTC');
    const targets = await assign(shop, intent);
    const before = shop.ports.snapshot();
    expect(await assign(shop, await shop.find(intent.id))).toEqual(targets);
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('adds the network of a wallet that comes later, and keeps the others', async () => {
    const shop = await openShop();
    const intent = await shop.openIntent('0.5 SOL');
    const [first] = await assign(shop, intent);
    shop.ports.clock.advance(5);
    await shop.addWallet('solana-devnet');
    const targets = await assign(shop, await shop.find(intent.id));
    expect(targets).toHaveLength(2);
    expect(targets[0]).toEqual(first);
  });

  it('assigns the same target to everybody who asks at the same time, and takes one index', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const intent = await shop.openIntent('0.1 BTC');
    const views = await Promise.all(Array.from({ length: 10 }, () => assign(shop, intent)));
    for (const view of views) expect(view).toEqual(views[0]);
    expect((await shop.ports.wallets.list(shop.tenant.merchantId, false))[0]?.nextIndex).toBe(1);
  });

  it('issues each address once', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const intents = [
      await shop.openIntent('0.1 BTC'),
      await shop.openIntent('0.1 BTC'),
      await shop.openIntent('0.1 BTC'),
    ];
    const targets = await Promise.all(intents.map((intent) => shop.targetOf(intent, 'bitcoin-regtest')));
    expect(targets.map(({ address }) => address)).toEqual(['xpub/0', 'xpub/1', 'xpub/2']);
  });

  it('skips addresses that were issued before the counter was restored from a backup', async () => {
    const shop = await openShop();
    const { ports } = shop;
    await shop.addWallet('bitcoin-regtest', 'xpub');
    for (let count = 0; count < 3; count += 1) {
      await shop.targetOf(await shop.openIntent('0.1 BTC'), 'bitcoin-regtest');
    }
    let next = 0;
    const takeIndex = async (_: unknown, indexMin: number) => {
      const taken = Math.max(next, indexMin);
      next = taken + 1;
      return taken;
    };
    const restored = { ...ports, wallets: { ...ports.wallets, takeIndex } };
    const targets = await assignTargets(restored, shop.store, shop.tenant, await shop.openIntent('0.1 BTC'));
    expect(targets.find(({ network }) => network === 'bitcoin-regtest')?.address).toBe('xpub/3');
  });

  it('assigns nothing when one target cannot be made', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const intent = await shop.openIntent('0.1 BTC');
    const wallets = { ...shop.ports.wallets, takeIndex: () => Promise.reject(new Error('away')) };
    const failure = await failureOf(shop.ports, () =>
      assignTargets({ ...shop.ports, wallets }, shop.store, shop.tenant, intent),
    );
    expect(failure).toMatchObject({ message: 'away' });
  });

  it('gives a shared address an exact amount, once for what remains', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet', 'wallet');
    const intent = await shop.openIntent('1 SOL');
    const views = await Promise.all(Array.from({ length: 10 }, () => shop.targetOf(intent, 'solana-devnet')));
    for (const view of views) expect(view).toEqual(views[0]);
    expect(views[0]?.amounts).toHaveLength(1);
    const before = shop.ports.snapshot();
    await assign(shop, await shop.find(intent.id));
    expect(shop.ports.snapshot()).toEqual(before);
    await shop.pay(intent, '0.25 SOL');
    const { amounts } = await shop.targetOf(intent, 'solana-devnet');
    const due = amounts.map(({ amount, tail }) => formatDecimal(subtract(amount, tail)));
    expect(due).toEqual(['1', '0.75']);
  });

  it('issues no exact amount for some time after a restore, and then does', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet', 'wallet');
    const intent = await shop.openIntent('1 SOL');
    const restored = { ...shop.ports, amountsFromMs: shop.ports.clock.nowMs() + 1_000 };
    const amountsNow = async (open: Intent) => {
      const targets = await assignTargets(restored, shop.store, shop.tenant, open);
      return targets.find(({ network }) => network === 'solana-devnet')?.amounts;
    };
    expect(await amountsNow(intent)).toEqual([]);
    expect(await amountsNow(await shop.find(intent.id))).toEqual([]);
    shop.ports.clock.advance(1_000);
    expect(await amountsNow(await shop.find(intent.id))).toHaveLength(1);
  });

  it('gives no amount to an address that belongs to one intent', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const targets = await assign(shop, await shop.openIntent('0.1 BTC'));
    expect(targets.map(({ amounts }) => amounts)).toEqual([[], []]);
  });

  describe('with an extended key for a family', () => {
    const families = ['ethereum-sepolia', 'base-sepolia', 'evm-local'] as const;

    it('gives an intent the same address on each network, and takes one index', async () => {
      const shop = await openShop({ ports: createMemoryPorts({ networks: families }) });
      await shop.addWallet('evm-local', 'xpub');
      for (const index of [0, 1]) {
        const targets = await assign(shop, await shop.openIntent('1 ETH'));
        expect(targets).toHaveLength(3);
        for (const target of targets)
          expect(target).toMatchObject({ address: `xpub/${index}`, matchedBy: 'address', amounts: [] });
      }
      expect((await shop.ports.wallets.list(shop.tenant.merchantId, false))[0]?.nextIndex).toBe(2);
    });

    it('uses the same address on a network that is watched later', async () => {
      const shop = await openShop({ ports: createMemoryPorts({ networks: families }) });
      await shop.addWallet('evm-local', 'xpub');
      const intent = await shop.openIntent('1 ETH');
      const before = { ...shop.ports, chains: new Map([...shop.ports.chains].slice(0, 1)) };
      expect(await assignTargets(before, shop.store, shop.tenant, intent)).toHaveLength(1);
      await assign(shop, await shop.openIntent('1 ETH'));
      const targets = await assign(shop, await shop.find(intent.id));
      expect(targets.map(({ network, address }) => `${network} ${address}`).toSorted()).toEqual([
        'base-sepolia xpub/0',
        'ethereum-sepolia xpub/0',
        'evm-local xpub/0',
      ]);
    });
  });

  it('keeps the time until a payment in the coin can arrive, and none for a token', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: ['ethereum-sepolia'] }) });
    await shop.addWallet('ethereum-sepolia', 'wallet');
    const until = async () => {
      await shop.receive('ethereum-sepolia', []);
      return shop.ports.chain('ethereum-sepolia').watches.at(-1)?.coinUntilMs;
    };
    await assign(shop, await shop.openIntent('5 USDC'));
    expect(await until()).toBeUndefined();
    const intent = await shop.openIntent('1 ETH');
    await assign(shop, intent);
    const lateMs = DEFAULT_SETTINGS.latePolicy.otherSeconds * 1_000;
    expect(await until()).toBe(intent.expiresAtMs + lateMs + 3_600_000);
  });

  describe('where only the amount can match', () => {
    it('assigns the wallet with a different amount to each intent', async () => {
      const { shop, open } = await openEvmShop();
      const targets = [await shop.targetOf(await open(), 'evm-local'), await shop.targetOf(await open(), 'evm-local')];
      for (const target of targets) expect(target).toMatchObject({ address: 'wallet', matchedBy: 'amount' });
      const amounts = targets.flatMap((target) => target.amounts.map(({ amount }) => formatDecimal(amount)));
      expect(amounts.toSorted()).toEqual(['0.00002001', '0.00002002']);
    });

    it('leaves the network out with a warning while no amount is free, and adds it later', async () => {
      const { shop, open } = await openEvmShop();
      for (let count = 0; count < 2; count += 1) await assign(shop, await open());
      const intent = await open();
      expect(await assign(shop, intent)).toEqual([]);
      expect((await shop.find(intent.id)).warnings.at(-1)).toMatchObject({ code: 'no_free_amount' });
      const later = await shop.openIntent('0.00002 ETH', { exchange_rate: '1 SOL = $100', expires_in: 604_800 });
      shop.ports.clock.advance(2 * 86_400_000);
      expect(await networks(shop, later)).toEqual([]);
      await shop.receive('evm-local', [], { scannedUntilMs: shop.ports.clock.nowMs() });
      expect(await networks(shop, later)).toEqual(['evm-local']);
    });

    it('keeps the network without an amount if a wallet can name the payment by its reference', async () => {
      const shop = await openShop({ ports: createMemoryPorts({ networks: ['base-sepolia'] }) });
      await shop.addWallet('base-sepolia', 'wallet');
      const open = () => shop.openIntent('0.02 USDC', { exchange_rate: '1 SOL = $100' });
      const counts = [];
      let last: Intent | undefined;
      for (let count = 0; count < 30; count += 1) {
        last = await open();
        counts.push((await assign(shop, last))[0]?.amounts.length);
      }
      expect(counts.at(0)).toBe(1);
      expect(counts.at(-1)).toBe(0);
      const intent = await shop.find(last?.id ?? expect.fail());
      expect(intent.warnings.map(({ code }) => code)).not.toContain('no_free_amount');
      const { reference = '', address } = intent.targets[0] ?? expect.fail();
      await shop.pay(intent, '0.02 USDC', { network: 'base-sepolia', keys: [address, reference] });
      expect((await shop.find(intent.id)).payments).toHaveLength(1);
    });

    it('leaves the network out for some time after a restore', async () => {
      const { shop, open } = await openEvmShop();
      const restored = { ...shop.ports, amountsFromMs: shop.ports.clock.nowMs() + 1 };
      expect(await assignTargets(restored, shop.store, shop.tenant, await open())).toEqual([]);
    });

    it('credits the intent of the exact amount', async () => {
      const { shop, open } = await openEvmShop();
      const [first, second] = [await open(), await open()];
      const { amounts } = await shop.targetOf(first, 'evm-local');
      await shop.targetOf(second, 'evm-local');
      const sent = `${formatDecimal(amounts[0]?.amount ?? ZERO)} ETH`;
      await shop.pay(first, sent, { network: 'evm-local', keys: [] });
      expect((await shop.find(first.id)).payments).toHaveLength(1);
      expect((await shop.find(second.id)).payments).toEqual([]);
    });
  });
});
