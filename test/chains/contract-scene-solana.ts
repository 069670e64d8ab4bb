import { address, generateKeyPairSigner, getBase58Decoder, signBytes } from '@solana/kit';
import { createRpc } from '../../src/chains/rpc/create-rpc.ts';
import { createSolanaChain } from '../../src/chains/solana/create-solana-chain.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { toUnits } from '../../src/domain/money/decimal.ts';
import { toBigInt } from '../../src/domain/money/money.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { PaymentTarget } from '../../src/domain/payments/payment-target.ts';
import { random } from '../../src/system/random.ts';
import type { ContractScene, SentPayment } from './adapter-contract.ts';
import { openRpcProxy } from './rpc-proxy.ts';
import { createActors } from './solana-actors.ts';
import { startSolanaNode } from './start-solana-node.ts';

const SOL = 1_000_000_000n;
const DEVNET_GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const FINAL_SLOTS = 40;
/** More than one scan reads. */
const OVERFULL = 201;

/** A node that claims to be on devnet, with the assets of the table. */
export async function startSolanaContractScene(): Promise<ContractScene> {
  const network = NETWORKS['solana-devnet'];
  const node = await startSolanaNode({ genesisHash: DEVNET_GENESIS });
  const proxy = await openRpcProxy(node.url);
  const [bank, merchant, payer, stranger] = await Promise.all([
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ]);
  for (const { address: to } of [bank, merchant, payer, stranger]) node.airdrop(to, 100n * SOL);
  const actors = createActors(node.rpc, bank);
  const made = await actors.createToken();
  const listed = ASSETS_ON_NETWORKS.find((asset) => asset.network === network.name && asset.code === 'USDC');
  const usdc = { ...made, mint: address(listed?.token ?? '') };
  // The token has the address from the asset table, as on the real network.
  const account = node.ledger.svm.getAccount(made.mint);
  if (account.exists) node.ledger.svm.setAccount({ ...account, address: usdc.mint });
  await actors.give(payer.address, usdc, 1_000_000n * SOL);
  node.ledger.advance(FINAL_SLOTS);

  let aheadMs = 0;
  const clock = { nowMs: () => Date.now() + aheadMs };
  const open: ContractScene['open'] = (options) =>
    createSolanaChain({
      network,
      rpc: createRpc({ urls: [proxy.url], clock, random, ...options }),
      random,
      assets: ASSETS_ON_NETWORKS,
    });
  const chain = open();

  async function send({ target, asset, amount }: SentPayment): Promise<string> {
    const to = address(target.address);
    const references = target.reference === undefined ? [] : [address(target.reference)];
    if (asset === 'SOL') return actors.send(payer, [actors.pay(payer, to, toBigInt(toUnits(amount, 9)), references)]);
    const own = await actors.associated(to, usdc);
    const units = toBigInt(toUnits(amount, usdc.decimals));
    return actors.send(payer, [
      await actors.openAssociated(payer, to, usdc),
      await actors.payToken(payer, own, units, { token: usdc, references }),
    ]);
  }

  return {
    open,
    nowMs: () => node.nowMs(),
    sinceMs: node.nowMs(),
    wallet: { text: merchant.address },
    foreignTarget: async (): Promise<PaymentTarget> => chain.targetAt({ kind: 'address', text: stranger.address }, 0),
    async pay(...payments) {
      const txs: string[] = [];
      for (const payment of payments) txs.push(await send(payment));
      return txs;
    },
    mine: async () => node.ledger.advance(FINAL_SLOTS),
    async overfill(target) {
      const txs: string[] = [];
      for (let units = 1n; units <= OVERFULL; units += 1n) {
        const references = [address(target.reference ?? '')];
        txs.push(await actors.send(payer, [actors.pay(payer, merchant.address, units, references)]));
        if (units % 50n === 0n) node.ledger.advance(10);
      }
      node.ledger.advance(FINAL_SLOTS);
      return txs;
    },
    async sign(text) {
      const signature = await signBytes(payer.keyPair.privateKey, new TextEncoder().encode(text));
      return { address: payer.address, text, signature: Buffer.from(signature).toString('base64') };
    },
    unknownTx: getBase58Decoder().decode(random.bytes(64)),
    node: {
      proxy,
      otherChain: (method) => (method === 'getGenesisHash' ? getBase58Decoder().decode(random.bytes(32)) : undefined),
      waitForBackOff: () => {
        aheadMs += 600_000;
      },
    },
    async stop() {
      await proxy.remove();
      await node.stop();
    },
  };
}
