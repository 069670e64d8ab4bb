import type { Address, Hex } from 'viem';
import { encodeFunctionData, getAddress, isAddress, numberToHex, parseAbi } from 'viem/utils';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { toUnits } from '../../domain/money/decimal.ts';
import { toBigInt } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';
import { PayerError } from '../../domain/payments/payer-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { PaymentOrder, PreparedCall } from '../../ports/chain.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { authorize } from './authorize.ts';

const ABI = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value)',
]);
const UNITS_MAX = 2n ** 256n - 1n;

interface Call {
  from: Address;
  to: Address;
  value: Hex;
  data: Hex;
}

type Node = Pick<Rpc, 'call'>;

/**
 * Prepares the transfer that pays an intent, for the payer's wallet to sign and send. Balance and fee are checked first, so
 * that a payer learns here what is missing and not from the wallet. A token payment that no amount names is prepared as an
 * EIP-3009 authorization, whose nonce is the reference.
 */
export async function prepareTransaction(
  node: Node,
  { network, asset }: { network: Network; asset: AssetOnNetwork },
  { payer, target, amount, matchedBy }: PaymentOrder,
): Promise<PreparedCall> {
  if (!isAddress(payer, { strict: false }))
    throw new PayerError('The payer must be the address of an Ethereum wallet: 0x and 40 hexadecimal digits.');
  const from = getAddress(payer);
  const to = getAddress(target.address);
  if (from === to) throw new PayerError('This is the merchant’s wallet. Pay from another wallet.');
  const units = toBigInt(toUnits(amount, asset.decimals));
  if (units <= 0n || units > UNITS_MAX) throw new UserError(`This amount cannot be sent on ${network.title}.`);
  const { chainId } = network;
  if (asset.token === undefined) {
    if (matchedBy === 'reference')
      throw new UserError(`${asset.code} cannot be paid by wallet right now. Try again later.`);
    const value = numberToHex(units);
    await checkCoin(node, { from, to, value, data: '0x' }, { units, network });
    return { chainId, to, value, data: '0x' };
  }
  const token = getAddress(asset.token);
  const held = await read(node, 'eth_call', [{ to: token, data: balanceOf(from) }, 'latest']);
  if (held < units) throw tooLittle(asset.code, network);
  const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, units] });
  const transfer: Call = { from, to: token, value: '0x0', data };
  await checkFee(node, transfer, network, await coinOf(node, from));
  const call = { chainId, to: token, value: '0x0' };
  if (matchedBy !== 'reference') return { ...call, data };
  return {
    ...call,
    ...(await authorize(node, { network, asset: asset.code, token, from, to, units, nonce: target.reference })),
  };
}

async function checkCoin(
  node: Node,
  call: Call,
  { units, network }: { units: bigint; network: Network },
): Promise<void> {
  const held = await coinOf(node, call.from);
  if (held < units) throw tooLittle(network.coin, network);
  await checkFee(node, call, network, held - units);
}

/** Contract wallets may have their fees paid by somebody else, so only the wallet can tell. */
async function checkFee(node: Node, call: Call, network: Network, available: bigint): Promise<void> {
  const [gas, price, code] = await Promise.all([
    estimateGas(node, call, network),
    read(node, 'eth_gasPrice', []),
    node.call('eth_getCode', [call.from, 'latest']),
  ]);
  if (available >= gas * price || code !== '0x') return;
  throw new PayerError(
    `This wallet does not hold enough ${network.coin} on ${network.title} for the network fee. Add ${network.coin} and try again.`,
    'insufficient_gas',
  );
}

async function estimateGas(node: Node, call: Call, { title }: Network): Promise<bigint> {
  try {
    return await read(node, 'eth_estimateGas', [call]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new PayerError(`${title} would reject this payment: ${error.message}. Pay from another wallet.`);
  }
}

const coinOf = (node: Node, address: Address): Promise<bigint> => read(node, 'eth_getBalance', [address, 'latest']);

const balanceOf = (owner: Address): Hex => encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [owner] });

async function read(node: Node, method: string, params: readonly unknown[]): Promise<bigint> {
  const answer = await node.call(method, params);
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer))
    throw new ChainError('distrusted', `The node answered ${method} with something that is no number.`);
  return BigInt(answer);
}

const tooLittle = (code: string, { title }: Network) =>
  new PayerError(`This wallet does not hold enough ${code} on ${title} for the payment.`, 'insufficient_funds');
