import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { Authorization, PreparedCall } from '../../ports/chain.ts';

/** How long the payer has to confirm in the wallet. */
const VALID_SECONDS = 3_600n;
/** Three words, which the payer's signature replaces. */
const SIGNATURE_HEX_LENGTH = 3 * 64;
const NO_WORD: Hex = `0x${'0'.repeat(64)}`;

const ABI = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

const TYPES: Authorization['types'] = {
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

interface Payment {
  domain: Authorization['domain'];
  from: Address;
  to: Address;
  units: bigint;
  nonce: string;
  /** The time by the chain's clock. */
  nowMs: number;
}

/**
 * Prepares an EIP-3009 transfer: the payer's wallet signs `authorization`, appends the signature (v, r, s) to `data`, and
 * sends that. The nonce in it names the intent, so any amount can be matched.
 */
export function prepareAuthorization({
  domain,
  from,
  to,
  units,
  nonce,
  nowMs,
}: Payment): Required<Pick<PreparedCall, 'data' | 'authorization'>> {
  const validBefore = BigInt(Math.floor(nowMs / 1_000)) + VALID_SECONDS;
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
