import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, address as toAddress } from '@solana/kit';
import { type Shop, startShop } from '../http/start-shop.ts';
import { create, createdId, validBody } from '../support/client.ts';
import { florin, type ServerOptions } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

export interface SolanaShop {
  scene: Scene;
  shop: Shop;
  /** For commands on the same database with the same networks. */
  options: ServerOptions;
  checkoutOf(id: string): string;
  /** Creates an intent and returns the reference for its payer. */
  createIntent(amount: string, asset?: string, more?: object): Promise<{ id: string; reference: Address }>;
  /** Adds a merchant's wallet on the local network. */
  addWallet(merchantId: string, address: string): Promise<void>;
  stop(): Promise<void>;
}

/** A server that watches a Solana test node, and a merchant that is paid there. */
export async function startSolanaShop(more: Record<string, string> = {}): Promise<SolanaShop> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-assets-'));
  const scene = await startSolanaScene();
  const file = join(folder, 'assets.json');
  const { mint, decimals } = scene.usdc;
  writeFileSync(file, JSON.stringify([{ code: 'USDC', network: 'solana-local', mint, decimals }]));
  const env = { FLORIN_RPC_SOLANA_LOCAL: scene.node.url, FLORIN_ASSETS: file, FLORIN_LOG_LEVEL: 'fatal', ...more };
  const shop = await startShop(env);
  const options = { ...shop.options, env };
  const addWallet = async (merchantId: string, address: string) => {
    await florin(
      options,
      'wallets',
      'add',
      '--merchant',
      merchantId,
      '--network',
      'solana-local',
      '--address',
      address,
    );
  };
  await addWallet(shop.keys.merchant_id, scene.merchant.address);
  const checkoutOf = (id: string) => `${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}`;
  return {
    scene,
    shop,
    options,
    addWallet,
    checkoutOf,
    async createIntent(amount, asset = 'SOL', changes = {}) {
      const due = { crypto_amount_requested: `${amount} ${asset}`, exchange_rate: `1 ${asset} = $100` };
      const id = createdId(await create(shop.baseUrl, shop.keys, { ...validBody(), ...due, ...changes }));
      // On a busy machine, the database may not answer in time; a browser tries again then.
      const ways = await waitUntil('the options are there', async () => {
        const answer = (await (await fetch(`${checkoutOf(id)}/status`)).json()) as {
          options?: { network: string; uri: string }[];
        };
        return answer.options;
      });
      const uri = ways.find(({ network }) => network === 'solana-local')?.uri ?? '';
      return { id, reference: toAddress(new URL(uri).searchParams.get('reference') ?? '') };
    },
    async stop() {
      await shop.stop();
      await scene.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
