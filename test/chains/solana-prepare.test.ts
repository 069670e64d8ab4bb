import {
  type Address,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type KeyPairSigner,
  signTransaction,
} from '@solana/kit';
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM } from '../../src/chains/solana/well-known.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { PaymentTarget } from '../../src/domain/payments/payment-target.ts';
import type { SerializedTransaction } from '../../src/ports/chain.ts';
import { createFetchRpc } from './fetch-rpc.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

let scene: Scene;
let target: PaymentTarget;

beforeEach(async () => {
  scene = await startSolanaScene();
  target = scene.chain.targetAt({ kind: 'address', text: scene.merchant.address }, 0);
});

afterEach(() => scene.stop());

const decode = ({ transaction }: SerializedTransaction) =>
  getTransactionDecoder().decode(getBase64Encoder().encode(transaction));

/** Signs and sends a transaction, like a wallet in the browser. */
async function signAndSend(prepared: SerializedTransaction, payer: KeyPairSigner): Promise<string> {
  const signed = getBase64EncodedWireTransaction(await signTransaction([payer.keyPair], decode(prepared)));
  return (await createFetchRpc(scene.node.url).call('sendTransaction', [signed, { encoding: 'base64' }])) as string;
}

const order = (asset: string, amount: string) => ({
  payer: scene.payer.address as string,
  target,
  asset,
  amount: parseDecimal(amount),
  matchedBy: 'reference' as const,
});

describe('a prepared transaction', () => {
  it('pays SOL and is found by its reference', async () => {
    const prepared = await scene.chain.prepareTransaction(order('SOL', '0.00025'));
    const message = getCompiledTransactionMessageDecoder().decode(decode(prepared).messageBytes);
    expect(message.version).toBe(0);
    expect(message.header).toEqual({
      numSignerAccounts: 1,
      numReadonlySignerAccounts: 0,
      numReadonlyNonSignerAccounts: 2,
    });
    expect(Object.values(decode(prepared).signatures)).toEqual([null]);
    const tx = await signAndSend(prepared, scene.payer);
    scene.finalize();
    expect((await scene.scan()).transfers).toMatchObject([
      { tx, keys: [target.reference], asset: 'SOL', amount: parseDecimal('0.00025'), address: scene.merchant.address },
    ]);
  });

  it('pays a token to a merchant with and without an account for it', async () => {
    const first = await signAndSend(await scene.chain.prepareTransaction(order('USDC', '12.5')), scene.payer);
    const next = {
      ...order('USDC', '0.0000001'),
      target: scene.chain.targetAt({ kind: 'address', text: target.address }, 1),
    };
    const prepared = await scene.chain.prepareTransaction(next);
    const message = getCompiledTransactionMessageDecoder().decode(decode(prepared).messageBytes);
    expect(message.version !== 1 && message.instructions).toHaveLength(1);
    expect(message.staticAccounts).not.toContain(scene.merchant.address);
    const second = await signAndSend(prepared, scene.payer);
    scene.finalize();
    const transfers = (await scene.scanAll()).flatMap((scan) => scan.transfers);
    expect(transfers).toMatchObject([
      { tx: first, asset: 'USDC', amount: parseDecimal('12.5'), address: scene.merchant.address },
      // Amounts below the token's unit are rounded up.
      { tx: second, asset: 'USDC', amount: parseDecimal('0.000001'), address: scene.merchant.address },
    ]);
    expect(transfers.map(({ keys }) => keys.includes(target.reference ?? ''))).toEqual([true, false]);
    expect(transfers[1]?.keys).toContain(next.target.reference);
  });
});

it('a prepared transaction pays a Token-2022 token', async () => {
  const newer = await startSolanaScene({ program: TOKEN_2022_PROGRAM, decimals: 2 });
  await scene.stop();
  scene = newer;
  target = scene.chain.targetAt({ kind: 'address', text: scene.merchant.address }, 0);
  const txs = [
    await signAndSend(await scene.chain.prepareTransaction(order('USDC', '3')), scene.payer),
    await signAndSend(await scene.chain.prepareTransaction(order('USDC', '4.001')), scene.payer),
  ];
  scene.finalize();
  expect((await scene.scanAll()).flatMap(({ transfers }) => transfers)).toMatchObject([
    { tx: txs[0], asset: 'USDC', amount: parseDecimal('3') },
    { tx: txs[1], asset: 'USDC', amount: parseDecimal('4.01') },
  ]);
});

describe('a transaction is rejected', () => {
  it('for a token with a transfer fee', async () => {
    const { mint, decimals } = await scene.actors.createToken({ feeBasisPoints: 100 });
    const assets = [
      ...scene.chain.assets,
      { code: 'FEE', network: NETWORKS['solana-local'].name, token: mint, decimals },
    ];
    const prepared = scene.createChain(assets).prepareTransaction(order('FEE', '1'));
    await expect(prepared).rejects.toThrow(/^FEE charges a transfer fee/);
  });

  it('for a small amount of SOL to an empty wallet, which the chain would reject', async () => {
    const empty = { address: (await generateKeyPairSigner()).address, reference: target.reference };
    const prepare = (amount: string) => scene.chain.prepareTransaction({ ...order('SOL', amount), target: empty });
    await expect(prepare('0.00025')).rejects.toThrow(/at least 0\.00089088 SOL\. .* send 0\.00089088 SOL to it once/);
    const tx = await signAndSend(await prepare('0.00089088'), scene.payer);
    expect(tx).toMatch(/^\w{86,88}$/);
    await signAndSend(await prepare('0.00025'), scene.payer);
  });

  it('if the merchant’s token account has another owner', async () => {
    const { actors, merchant, payer, usdc } = scene;
    const account = await actors.give(merchant.address, usdc, 1n);
    const giveAway = getSetAuthorityInstruction({
      owned: account,
      owner: merchant,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: payer.address,
    });
    await actors.send(merchant, [giveAway]);
    await expect(scene.chain.prepareTransaction(order('USDC', '1'))).rejects.toThrow(/has another owner/);
  });

  it.each([
    ['an invalid address', () => ({ payer: 'nobody' }), /must be the address of a Solana wallet/, 'PayerError'],
    ['the merchant', () => ({ payer: target.address }), /is the merchant’s wallet/, 'PayerError'],
    ['nothing', () => ({ amount: ZERO }), /cannot be sent/, 'UserError'],
    ['more than the payer has', () => ({ amount: parseDecimal('100') }), /does not hold enough SOL/, 'PayerError'],
    [
      'more of a token than the payer has',
      () => ({ asset: 'USDC', amount: parseDecimal('1000001') }),
      /does not hold enough USDC/,
      'PayerError',
    ],
    [
      'more than there can be',
      () => ({ amount: parseDecimal('18446744073.709551616') }),
      /cannot be sent/,
      'UserError',
    ],
    ['an unknown asset', () => ({ asset: 'DOGE' }), /DOGE is not available on/, 'UserError'],
  ])('for %s', async (_what, change, sentence, name) => {
    const prepared = scene.chain.prepareTransaction({ ...order('SOL', '1'), ...change() });
    await expect(prepared).rejects.toMatchObject({
      name,
      message: expect.stringMatching(sentence) as string,
    });
  });

  it('for a payer without a private key', async () => {
    const account: Address = await scene.actors.associated(scene.payer.address, scene.usdc);
    const prepared = scene.chain.prepareTransaction({ ...order('SOL', '1'), payer: account });
    await expect(prepared).rejects.toThrow(/can sign/);
  });
});
