import { ASSETS_ON_NETWORKS, type AssetOnNetwork } from '../domain/money/asset.ts';
import { parseFiatValue } from '../domain/money/exchange-rate.ts';
import { isEsploraUrl, plainUrl } from '../domain/networks/esplora-url.ts';
import { type NetworkFamily, networkOf } from '../domain/networks/network.ts';
import { rpcVariable } from '../domain/networks/rpc-variable.ts';
import { UserError } from '../domain/user-error.ts';
import type { ChainAdapter, Chains } from '../ports/chain.ts';
import type { Clock } from '../ports/clock.ts';
import type { SimulatedLedger } from '../ports/simulated-ledger.ts';
import type { ChainParts } from './chain-parts.ts';
import { callEsplora } from './esplora/call-esplora.ts';
import { callEndpoint } from './rpc/call-endpoint.ts';
import { createRpc } from './rpc/create-rpc.ts';
import { type OnNodeCall, observeCalls } from './rpc/observe-calls.ts';
import { type AgreementParts, withAgreement } from './rpc/with-agreement.ts';
import { createSimulatedChain } from './simulated/create-simulated-chain.ts';

interface OpenParts extends Pick<ChainParts, 'clock' | 'random'> {
  /** Tokens added by the operator. */
  furtherAssets: readonly AssetOnNetwork[];
  /** How many nodes must have the same block before a payment to an intent of at least this worth is final. */
  agreement: { nodes: number; worth: number };
  /** Ends reading when the process stops. */
  stopping?: AbortSignal;
  onNodeCall?: OnNodeCall;
}

interface Parts extends OpenParts {
  clock: Clock;
  ledger: SimulatedLedger;
  blockMs: number;
  /** The node URLs of each network. */
  rpcUrls: ReadonlyMap<string, readonly string[]>;
}

/** Error codes with which nodes of a family reject calls because of their number. Elsewhere they mean something else. */
const LIMIT_CODES: Partial<Record<NetworkFamily, readonly number[]>> = { evm: [-32_005, -32_016] };

/** Creates an adapter for every watched network. A chain's code is loaded only if one of its networks is watched. */
export async function createChains(parts: Parts): Promise<Chains> {
  const chains = [createSimulatedChain(parts)];
  for (const [name, urls] of parts.rpcUrls) chains.push(await openChain(parts, name, urls));
  return new Map(chains.map((chain) => [chain.network.name, chain]));
}

type Open = (parts: ChainParts & AgreementParts) => Promise<ChainAdapter>;

const OPENERS: Partial<Record<NetworkFamily | 'esplora', Open>> = {
  async bitcoin(parts) {
    const { createBitcoinChain } = await import('./bitcoin/create-bitcoin-chain.ts');
    const { nodeReader } = await import('./bitcoin/node-reader.ts');
    return withAgreement(createBitcoinChain(parts), nodeReader, parts);
  },
  async esplora(parts) {
    const { createEsploraChain } = await import('./esplora/create-esplora-chain.ts');
    const { nodeReader } = await import('./esplora/node-reader.ts');
    return withAgreement(createEsploraChain(parts), nodeReader, parts);
  },
  async evm(parts) {
    const { createEvmChain } = await import('./evm/create-evm-chain.ts');
    const { nodeReader } = await import('./evm/node-reader.ts');
    return withAgreement(createEvmChain(parts), nodeReader, parts);
  },
  async solana(parts) {
    const { createSolanaChain } = await import('./solana/create-solana-chain.ts');
    const { nodeReader } = await import('./solana/node-reader.ts');
    return withAgreement(createSolanaChain(parts), nodeReader, parts);
  },
};

/** Creates the adapter of one network that reads from these nodes, or from these Esplora servers. */
export async function openChain(
  { clock, random, furtherAssets, agreement, stopping, onNodeCall }: OpenParts,
  name: string,
  urls: readonly string[],
): Promise<ChainAdapter> {
  const network = networkOf(name);
  const isEsplora = urls.some(isEsploraUrl);
  const open = OPENERS[isEsplora ? 'esplora' : network.family];
  if (!open) throw new UserError(`${network.title} needs no node. Remove ${rpcVariable(name)}.`);
  const assets = [...ASSETS_ON_NETWORKS, ...furtherAssets];
  const rpc = createRpc({
    urls: urls.map(plainUrl),
    clock,
    random,
    limitCodes: LIMIT_CODES[network.family] ?? [],
    stopping,
    send: observeCalls(name, isEsplora ? callEsplora : callEndpoint, onNodeCall),
  });
  const agreementWorth = parseFiatValue(String(agreement.worth));
  return open({ network, rpc, clock, random, assets, agreementNodes: agreement.nodes, agreementWorth });
}
