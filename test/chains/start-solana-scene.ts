import { type Address, generateKeyPairSigner, getAddressDecoder, type KeyPairSigner } from '@solana/kit';
import { createSolanaChain, type SolanaChain } from '../../src/chains/solana/create-solana-chain.ts';
import { ASSETS_ON_NETWORKS, type AssetOnNetwork } from '../../src/domain/money/asset.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { Scan, Watch } from '../../src/ports/chain.ts';
import { random } from '../../src/system/random.ts';
import { createFetchRpc } from './fetch-rpc.ts';
import { type Actors, createActors, type Token, type TokenOrder } from './solana-actors.ts';
import { type SolanaNode, startSolanaNode } from './start-solana-node.ts';

const SOL = 1_000_000_000n;
const SCANS_MAX = 20;

/** A merchant with a funded wallet, a payer with money, a node, and the adapter on that node. */
export interface Scene {
  node: SolanaNode;
  actors: Actors;
  chain: SolanaChain;
  /** The adapter's calls to the node. */
  calls: string[];
  merchant: KeyPairSigner;
  payer: KeyPairSigner;
  usdc: Token;
  /** Finalizes everything that was sent. */
  finalize(): void;
  /** Advances the chain until its time is not behind the clock, as on a real chain. */
  catchUp(): void;
  /** The input of a scan: the merchant's wallet, from the time on when the scene was set. */
  watch(more?: Partial<Watch>): Watch;
  /** One scan from the current cursor. */
  scan(watch?: Partial<Watch>): Promise<Scan>;
  /** Scans until nothing is left to read. */
  scanAll(watch?: Partial<Watch>): Promise<Scan[]>;
  /** An adapter of another process, on the same node. */
  createChain(assets?: readonly AssetOnNetwork[]): SolanaChain;
  reference(): Address;
  stop(): Promise<void>;
}

export async function startSolanaScene(options: TokenOrder = {}): Promise<Scene> {
  const node = await startSolanaNode();
  const [bank, merchant, payer] = await Promise.all([
    generateKeyPairSigner(),
    generateKeyPairSigner(),
    generateKeyPairSigner(),
  ]);
  node.airdrop(bank.address, 100n * SOL);
  node.airdrop(merchant.address, SOL);
  node.airdrop(payer.address, 100n * SOL);
  const actors = createActors(node.rpc, bank);
  const usdc = await actors.createToken(options);
  await actors.give(payer.address, usdc, 1_000_000_000_000n);
  node.ledger.advance(100);

  const sinceMs = node.nowMs();
  node.ledger.advance(400);
  const rpc = createFetchRpc(node.url);
  const listed: AssetOnNetwork[] = [
    ...ASSETS_ON_NETWORKS,
    { code: 'USDC', network: 'solana-local', token: usdc.mint, decimals: usdc.decimals },
  ];
  const createChain = (assets: readonly AssetOnNetwork[] = listed) =>
    createSolanaChain({ network: NETWORKS['solana-local'], rpc, random, assets });
  const chain = createChain();
  let cursor: string | undefined;

  const watch = (more: Partial<Watch> = {}): Watch => ({
    sinceMs: 0,
    nowMs: node.nowMs(),
    addresses: async () => [merchant.address],
    coinUntilMs: undefined,
    sinceOf: async () => sinceMs,
    pending: [],
    needsAgreement: false,
    ...more,
  });

  async function scan(more: Partial<Watch> = {}): Promise<Scan> {
    const result = await chain.scan(cursor, watch(more));
    cursor = result.cursor;
    return result;
  }

  async function scanAll(more: Partial<Watch> = {}): Promise<Scan[]> {
    const scans = [await scan(more)];
    while (scans.at(-1)?.behind === true && scans.length < SCANS_MAX) scans.push(await scan(more));
    return scans;
  }

  return {
    node,
    actors,
    chain,
    calls: rpc.calls,
    merchant,
    payer,
    usdc,
    finalize: () => node.ledger.advance(40),
    catchUp() {
      while (node.ledger.timeMsAt(node.ledger.slot()) < Date.now()) node.ledger.advance(1);
    },
    watch,
    scan,
    scanAll,
    createChain,
    reference: () => getAddressDecoder().decode(random.bytes(32)),
    stop: () => node.stop(),
  };
}
