import type { Address, Hex } from 'viem';
import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
  stringToHex,
} from 'viem/utils';
import type { Network } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Authorization, PreparedCall } from '../../ports/chain.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';

/** How long the payer has to confirm in the wallet. */
const VALID_SECONDS = 3_600n;
/** Three words, which the payer's signature replaces. */
const SIGNATURE_HEX_LENGTH = 3 * 64;
const NO_WORD: Hex = `0x${'0'.repeat(64)}`;

const ABI = parseAbi([
  'function name()',
  'function version()',
  'function DOMAIN_SEPARATOR()',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

interface Payment {
  network: Network;
  /** The token's code. */
  asset: string;
  token: Address;
  from: Address;
  to: Address;
  units: bigint;
  nonce: string | undefined;
}

/**
 * Prepares an EIP-3009 transfer: the payer's wallet signs `authorization`, appends the signature (v, r, s) to `data`, and
 * sends that. The nonce in it names the intent, so any amount can be matched.
 */
export async function authorize(
  node: Pick<Rpc, 'call'>,
  { network, asset, token, from, to, units, nonce }: Payment,
): Promise<Required<Pick<PreparedCall, 'data' | 'authorization'>>> {
  if (nonce === undefined) throw notSupported(asset, network);
  const domain = await readDomain(node, { network, asset, token });
  const latest = (await node.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex };
  const validBefore = BigInt(latest.timestamp) + VALID_SECONDS;
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'transferWithAuthorization',
    args: [from, to, units, 0n, validBefore, nonce as Hex, 0, NO_WORD, NO_WORD],
  });
  return {
    data: data.slice(0, -SIGNATURE_HEX_LENGTH),
    authorization: {
      domain,
      types: TYPES,
      primaryType: 'TransferWithAuthorization',
      message: { from, to, value: String(units), validAfter: '0', validBefore: String(validBefore), nonce },
    },
  };
}

const TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};

/** A signature for another domain would be rejected after the payer has paid the fee, so the domain is compared before. */
async function readDomain(
  node: Pick<Rpc, 'call'>,
  { network, asset, token }: Pick<Payment, 'network' | 'asset' | 'token'>,
) {
  const view = (functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR') =>
    readView(node, token, encodeFunctionData({ abi: ABI, functionName }));
  const [name, version, separator] = await Promise.all([view('name'), view('version'), view('DOMAIN_SEPARATOR')]);
  const domain = {
    name: readText(name),
    version: readText(version),
    chainId: Number(network.chainId.slice('eip155:'.length)),
    verifyingContract: token,
  };
  if (separatorOf(domain) !== separator) throw notSupported(asset, network);
  return domain;
}

/** Nothing if the contract has no such function. */
async function readView(node: Pick<Rpc, 'call'>, contract: Address, data: Hex): Promise<unknown> {
  try {
    return await node.call('eth_call', [{ to: contract, data }, 'latest']);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function readText(data: unknown): string {
  try {
    return decodeAbiParameters([{ type: 'string' }], data as Hex)[0];
  } catch {
    return '';
  }
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

const separatorOf = ({ name, version, chainId, verifyingContract }: Authorization['domain']): Hex =>
  keccak256(
    encodeAbiParameters(WORDS, [DOMAIN_TYPE, hash(name), hash(version), BigInt(chainId), verifyingContract as Address]),
  );

const notSupported = (asset: string, { title }: Network) =>
  new UserError(`${asset} on ${title} cannot be paid by wallet right now. Try again later.`);
