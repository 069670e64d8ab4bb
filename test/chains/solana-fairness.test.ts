import { type Address, generateKeyPairSigner, type KeyPairSigner, lamports } from '@solana/kit';
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import type { Scan } from '../../src/ports/chain.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

let scene: Scene;
let other: KeyPairSigner;
/** When the first target of each wallet was assigned. */
let wallets: Map<string, number>;

beforeEach(async () => {
  scene = await startSolanaScene();
  other = await generateKeyPairSigner();
  scene.node.airdrop(other.address, 1_000_000_000n);
  wallets = new Map([scene.merchant, other].map(({ address }) => [address, scene.node.nowMs()]));
});

afterEach(() => scene.stop());

const pay = (to: Address, units: bigint) => scene.actors.send(scene.payer, [scene.actors.pay(scene.payer, to, units)]);
const scanBoth = (): Promise<Scan> =>
  scene.scan({
    addresses: async () => [...wallets.keys()],
    coinUntilMs: undefined,
    sinceOf: async (address) => wallets.get(address) ?? Number.NaN,
  });
const txs = ({ transfers }: Scan) => transfers.map(({ tx }) => tx).toSorted();

describe('next to another merchant, a payment is found with the next scan', () => {
  it('whose wallet holds more than 2^53 lamports, and that wallet is paid too', async () => {
    const { svm } = scene.node.ledger;
    const account = svm.getAccount(other.address);
    if (account.exists) svm.setAccount({ ...account, lamports: lamports(2n ** 60n + 1n) });
    const whale = await pay(other.address, 1_000_001n);
    const paid = await pay(scene.merchant.address, 7n);
    scene.finalize();
    const found = await scanBoth();
    expect(txs(found)).toEqual([whale, paid].toSorted());
    expect(found.transfers.find(({ tx }) => tx === whale)?.amount).toBe(parseDecimal('0.001000001'));
    expect(found).toMatchObject({ unreadable: [], lagging: [], behind: false });
  });

  it('whose wallet has a history', async () => {
    for (let count = 1n; count <= 230n; count += 1n) await pay(other.address, count);
    scene.node.ledger.advance(1_000);
    wallets.set(other.address, scene.node.nowMs());
    const paid = await pay(scene.merchant.address, 7n);
    scene.finalize();
    const found = await scanBoth();
    expect(txs(found)).toEqual([paid]);
    expect(found.behind).toBe(false);
  });

  it('who was given a token account with a history', async () => {
    const { actors, payer, merchant, usdc, node } = scene;
    const stranger = await generateKeyPairSigner();
    node.airdrop(stranger.address, 1_000_000_000n);
    const account = await actors.give(stranger.address, usdc, 1n);
    await scanBoth();
    for (let count = 1n; count <= 230n; count += 1n)
      await actors.send(payer, [await actors.payToken(payer, account, count, { token: usdc })]);
    node.ledger.advance(2_000);
    await scanBoth();
    const handOver = getSetAuthorityInstruction({
      owned: account,
      owner: stranger,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: other.address,
    });
    await actors.send(stranger, [handOver]);
    node.ledger.advance(1_000);
    const token = await actors.send(payer, [await actors.payToken(payer, account, 5n, { token: usdc })]);
    const paid = await pay(merchant.address, 7n);
    scene.finalize();
    const found = await scanBoth();
    expect(txs(found)).toEqual(expect.arrayContaining([token, paid]));
    // The account is the merchant's, so what it held when it was handed over has arrived too.
    expect(found.transfers.length).toBeLessThanOrEqual(3);
    expect(found.behind).toBe(false);
  });
});
