import type { Hex } from 'viem';
import {
  decodeFunctionResult,
  encodeFunctionData,
  hashMessage,
  isAddress,
  isHex,
  parseAbi,
  recoverMessageAddress,
} from 'viem/utils';
import type { SignedText } from '../../ports/chain.ts';
import type { EvmNode } from './create-node.ts';

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
/** What a contract returns for a valid signature (ERC-1271). */
const VALID = '0x1626ba7e';

/** Wallets sign a text by EIP-191. A wallet that is a contract is asked itself (ERC-1271). */
export async function verifySignedText(node: EvmNode, { address, text, signature }: SignedText): Promise<boolean> {
  if (!isAddress(address, { strict: false }) || !isHex(signature)) return false;
  const owner = address.toLowerCase() as Hex;
  return (await recover(text, signature))?.toLowerCase() === owner || isValidFor(node, owner, { text, signature });
}

async function recover(text: string, signature: Hex): Promise<string | undefined> {
  try {
    return await recoverMessageAddress({ message: text, signature });
  } catch {
    return undefined;
  }
}

async function isValidFor(
  node: EvmNode,
  contract: Hex,
  { text, signature }: { text: string; signature: Hex },
): Promise<boolean> {
  const args = [hashMessage(text), signature] as const;
  const data = await node.read(contract, encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args }));
  if (data === undefined || data === '0x') return false;
  try {
    return decodeFunctionResult({ abi: ABI, functionName: 'isValidSignature', data }) === VALID;
  } catch {
    return false;
  }
}
