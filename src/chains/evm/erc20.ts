import type { Hex } from 'viem';
import { decodeAbiParameters, encodeFunctionData, hexToString, parseAbi, toEventSelector, trim } from 'viem/utils';
import type { EvmNode } from './create-node.ts';

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function balanceOf(address owner) view returns (uint256)',
]);

export const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
/** EIP-3009: written by `transferWithAuthorization`, directly before the transfer. */
export const AUTHORIZATION_USED = toEventSelector('AuthorizationUsed(address,bytes32)');

const WORD_CHARACTERS = 66;
const DECIMALS = encodeFunctionData({ abi: ABI, functionName: 'decimals' });
const SYMBOL = encodeFunctionData({ abi: ABI, functionName: 'symbol' });

/** Undefined if the contract has no such number. */
export async function readDecimals(node: EvmNode, contract: Hex): Promise<number | undefined> {
  const word = await readWord(node, contract, DECIMALS);
  return word === undefined || word > 255n ? undefined : Number(word);
}

/** Undefined if the contract has no symbol. */
export const readSymbol = (node: EvmNode, contract: Hex): Promise<string | undefined> =>
  readText(node, contract, SYMBOL);

/** Undefined if the contract returns no text. Old tokens return it as 32 bytes. */
export async function readText(node: EvmNode, contract: Hex, call: Hex): Promise<string | undefined> {
  const data = await node.read(contract, call);
  if (data === undefined) return undefined;
  try {
    return data.length === WORD_CHARACTERS
      ? hexToString(trim(data, { dir: 'right' }))
      : decodeAbiParameters([{ type: 'string' }], data)[0];
  } catch {
    return undefined;
  }
}

/** At a block, by default the newest one. Undefined if the node does not have the state of the block. */
export function readTokenBalance(
  node: EvmNode,
  { contract, owner, blockHash }: { contract: Hex; owner: Hex; blockHash?: Hex },
): Promise<bigint | undefined> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [owner] });
  return readWord(node, contract, data, blockHash);
}

async function readWord(node: EvmNode, contract: Hex, data: Hex, blockHash?: Hex): Promise<bigint | undefined> {
  const word = await node.read(contract, data, blockHash);
  return word?.length === WORD_CHARACTERS ? BigInt(word) : undefined;
}
