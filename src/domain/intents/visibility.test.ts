import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { isTargetVisible, visibilityOf } from './visibility.ts';

const NOW_MS = 1_790_000_000_000;
const target = (more: Partial<AssignedTarget> = {}): AssignedTarget => ({
  network: 'bitcoin',
  address: 'bc1',
  reference: undefined,
  matchedBy: 'address',
  amounts: [],
  requirement: { blocks: 1 },
  decimals: 8,
  assignedAtMs: NOW_MS,
  scannedUntilMs: undefined,
  ...more,
});
const all = new Set(['bitcoin', 'simulated', 'solana-devnet', 'bitcoin-regtest']);
const without = (network: string) => new Set([...all].filter((name) => name !== network));

describe('isTargetVisible', () => {
  it('needs a network that can be seen', () => {
    expect(isTargetVisible(target(), all, NOW_MS)).toBe(true);
    expect(isTargetVisible(target(), without('bitcoin'), NOW_MS)).toBe(false);
  });

  it('needs a database that keeps up, a minute after the target was assigned', () => {
    expect(isTargetVisible(target(), all, NOW_MS + 60_000)).toBe(true);
    expect(isTargetVisible(target(), all, NOW_MS + 60_001)).toBe(false);
    expect(isTargetVisible(target({ scannedUntilMs: NOW_MS + 1 }), all, NOW_MS + 60_001)).toBe(true);
    // Read long ago, before anyone waited here.
    expect(isTargetVisible(target({ scannedUntilMs: 1 }), all, NOW_MS + 60_000)).toBe(true);
  });

  it('takes any time of a chain whose blocks are made on demand', () => {
    expect(isTargetVisible(target({ network: 'bitcoin-regtest' }), all, NOW_MS + 3_600_000)).toBe(true);
  });
});

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const { id } = await shop.openIntent('0.5 SOL');
  await shop.targetOf(await shop.find(id), 'simulated');
  const see = async (visible: ReadonlySet<string>) =>
    visibilityOf(await shop.find(id), visible, shop.ports.clock.nowMs());
  return { shop, id, see };
}

describe('visibilityOf', () => {
  it('is delayed while any network on which the intent can be paid cannot be seen', async () => {
    const { see } = await setUp();
    expect(await see(all)).toBe('ok');
    expect(await see(without('simulated'))).toBe('delayed');
    expect(await see(without('solana-devnet'))).toBe('delayed');
    expect(await see(without('bitcoin'))).toBe('ok');
  });

  it('is ok before the first payer opens the checkout', async () => {
    const shop = await openShop();
    expect(visibilityOf(await shop.openIntent(), new Set(), shop.ports.clock.nowMs())).toBe('ok');
  });

  it('is delayed from ten seconds after the expiry, until every network has been read up to the expiry', async () => {
    const { shop, id } = await setUp();
    const intent = await shop.find(id);
    const at = (afterMs: number, readUntilMs: number) => {
      const [first, ...others] = intent.targets.map((one) => ({ ...one, scannedUntilMs: intent.expiresAtMs }));
      const targets = first ? [{ ...first, scannedUntilMs: readUntilMs }, ...others] : [];
      return visibilityOf({ ...intent, targets }, all, intent.expiresAtMs + afterMs);
    };
    const unreadMs = intent.expiresAtMs - 1;
    expect([at(9_999, unreadMs), at(10_000, unreadMs)]).toEqual(['ok', 'delayed']);
    expect(at(10_000, intent.expiresAtMs), 'unpaid for certain').toBe('ok');
  });

  it('depends only on the networks of payments in flight once enough is seen, and on none at the end', async () => {
    const { shop, id, see } = await setUp();
    const paid = await shop.targetOf(await shop.find(id), 'simulated');
    const firstSeenAtMs = shop.ports.clock.nowMs();
    const payment = (blockHeight: number | undefined) =>
      sampleTransfer('tx', '0.5 SOL', paid, { firstSeenAtMs, blockHeight });
    await shop.receive('simulated', [payment(undefined)]);
    expect((await shop.find(id)).status).toBe('processing');
    expect(await see(without('solana-devnet'))).toBe('ok');
    expect(await see(without('simulated'))).toBe('delayed');
    await shop.receive('simulated', [payment(10)], { tipHeight: 20 });
    expect((await shop.find(id)).status).toBe('succeeded');
    expect(await see(new Set())).toBe('ok');
  });
});
