import { expect, it } from 'vitest';
import { NETWORKS } from './network.ts';
import { rpcExample } from './rpc-example.ts';

it.each([
  ['base', 'FLORIN_RPC_BASE=https://…'],
  ['ethereum-sepolia', 'FLORIN_RPC_ETHEREUM_SEPOLIA=https://…'],
  ['evm-local', 'FLORIN_RPC_EVM_LOCAL=http://127.0.0.1:…'],
] as const)('rpcExample(%s) is %s', (name, line) => {
  expect(rpcExample(NETWORKS[name])).toBe(line);
});
