import type { Address, Hex } from 'viem';
import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, stringToHex } from 'viem/utils';
import type { Network } from '../../domain/networks/network.ts';
import type { Authorization } from '../../ports/chain.ts';
import type { EvmNode } from './create-node.ts';
import { readText } from './erc20.ts';

type Domain = Authorization['domain'];

const ABI = parseAbi(['function name()', 'function version()', 'function DOMAIN_SEPARATOR()']);
const NAME = encodeFunctionData({ abi: ABI, functionName: 'name' });
const VERSION = encodeFunctionData({ abi: ABI, functionName: 'version' });
const SEPARATOR = encodeFunctionData({ abi: ABI, functionName: 'DOMAIN_SEPARATOR' });

/**
 * The EIP-712 domain for which a token's holders sign. Undefined if it is not the one of which the contract itself speaks:
 * a signature for another domain would be rejected after the payer has paid the fee.
 */
export async function readDomain(node: EvmNode, token: Address, { chainId }: Network): Promise<Domain | undefined> {
  const [name = '', version = '', separator] = await Promise.all([
    readText(node, token, NAME),
    readText(node, token, VERSION),
    node.read(token, SEPARATOR),
  ]);
  const domain = { name, version, chainId: Number(chainId.slice('eip155:'.length)), verifyingContract: token };
  return separatorOf(domain) === separator ? domain : undefined;
}

const WORDS = [
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'uint256' },
  { type: 'address' },
] as const;
const hash = (text: string): Hex => keccak256(stringToHex(text));
const DOMAIN_TYPE = hash('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');

const separatorOf = ({ name, version, chainId, verifyingContract }: Domain): Hex =>
  keccak256(
    encodeAbiParameters(WORDS, [DOMAIN_TYPE, hash(name), hash(version), BigInt(chainId), verifyingContract as Address]),
  );
