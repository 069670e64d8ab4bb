import { type AdapterCase, adapterContract } from './adapter-contract.ts';
import { startBitcoinScene } from './contract-scene-bitcoin.ts';
import { startEsploraScene } from './contract-scene-esplora.ts';
import { startEvmContractScene } from './contract-scene-evm.ts';
import { startSimulatedScene } from './contract-scene-simulated.ts';
import { startSolanaContractScene } from './contract-scene-solana.ts';
import { NODE_PROGRAMS } from './start-bitcoin-node.ts';

const cases: readonly AdapterCase[] = [
  {
    name: 'the simulated chain',
    network: 'simulated',
    lacks: { node: 'transfers are stored in the control plane' },
    start: startSimulatedScene,
  },
  {
    name: 'Solana',
    network: 'solana-devnet',
    lacks: { fork: 'only final transactions have a block' },
    start: startSolanaContractScene,
  },
  {
    name: 'an EVM chain',
    network: 'ethereum-sepolia',
    lacks: { pending: 'few nodes show what waits for a block' },
    start: startEvmContractScene,
  },
  ...NODE_PROGRAMS.filter(({ command }) => command !== undefined).map((program) => ({
    name: `${program.network.title} on ${program.name}`,
    network: program.network.name as AdapterCase['network'],
    lacks: {},
    start: () => startBitcoinScene(program),
  })),
  ...NODE_PROGRAMS.filter(({ command }) => command !== undefined).map((program) => ({
    name: `${program.network.title} on an Esplora server over ${program.name}`,
    network: program.network.name as AdapterCase['network'],
    lacks: {},
    start: () => startEsploraScene(program),
  })),
];

cases.forEach(adapterContract);
