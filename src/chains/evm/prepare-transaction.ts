import type { Address } from 'viem';
import { encodeFunctionData, getAddress, isAddress, numberToHex, parseAbi } from 'viem/utils';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { toUnits } from '../../domain/money/decimal.ts';
import { toBigInt } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';
import { PayerError } from '../../domain/payments/payer-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { PaymentOrder, PreparedCall } from '../../ports/chain.ts';
import { RpcError } from '../rpc/rpc.ts';
import type { EvmNode, UnsentTransaction } from './create-node.ts';
import type { SharedFacts } from './create-shared-facts.ts';
import { readTokenBalance } from './erc20.ts';
import { prepareAuthorization } from './prepare-authorization.ts';

const ABI = parseAbi(['function transfer(address to, uint256 value)']);
const UNITS_MAX = 2n ** 256n - 1n;

interface Parts {
  node: EvmNode;
  network: Network;
  facts: SharedFacts;
}

interface Transfer {
  from: Address;
  to: Address;
  units: bigint;
}

/**
 * Prepares the transfer that pays an intent, for the payer's wallet to sign and send. Balance and fee are checked first, so
 * that a payer learns here what is missing and not from the wallet. A token payment that no amount names is prepared as an
 * EIP-3009 authorization, whose nonce is the reference.
 */
export async function prepareTransaction(
  parts: Parts,
  asset: AssetOnNetwork,
  { payer, target, amount, matchedBy }: PaymentOrder,
): Promise<PreparedCall> {
  const { network } = parts;
  if (!isAddress(payer, { strict: false }))
    throw new PayerError('The payer must be the address of an Ethereum wallet: 0x and 40 hexadecimal digits.');
  const from = getAddress(payer);
  const to = getAddress(target.address);
  if (from === to) throw new PayerError('This is the merchant’s wallet. Pay from another wallet.');
  const units = toBigInt(toUnits(amount, asset.decimals));
  if (units <= 0n || units > UNITS_MAX) throw new UserError(`This amount cannot be sent on ${network.title}.`);
  const transfer = { from, to, units };
  const authorization =
    matchedBy === 'reference' ? await authorize(parts, asset, { ...transfer, nonce: target.reference }) : undefined;
  const prepared =
    asset.token === undefined
      ? await prepareCoin(parts, transfer)
      : await prepareToken(parts, { code: asset.code, token: getAddress(asset.token) }, transfer);
  return { ...prepared, ...authorization };
}

async function prepareCoin(parts: Parts, { from, to, units }: Transfer): Promise<PreparedCall> {
  const { node, network } = parts;
  const held = await coinOf(node, from);
  if (held < units) throw tooLittle(network.coin, network);
  const call = { to, value: numberToHex(units), data: '0x' } as const;
  await checkFee(parts, { from, ...call }, held - units);
  return { chainId: network.chainId, ...call };
}

async function prepareToken(
  parts: Parts,
  { code, token }: { code: string; token: Address },
  { from, to, units }: Transfer,
): Promise<PreparedCall> {
  const { node, network } = parts;
  const held = await readTokenBalance(node, { contract: token, owner: from });
  if (held === undefined) throw unknownBalance();
  if (held < units) throw tooLittle(code, network);
  const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, units] });
  const call = { to: token, value: '0x0', data } as const;
  await checkFee(parts, { from, ...call }, await coinOf(node, from));
  return { chainId: network.chainId, ...call };
}

async function authorize(
  { network, facts }: Parts,
  { code, token }: AssetOnNetwork,
  { nonce, ...transfer }: Transfer & { nonce: string | undefined },
) {
  const domain = token === undefined || nonce === undefined ? undefined : await facts.domainOf(getAddress(token));
  if (domain === undefined || nonce === undefined)
    throw new UserError(`${code} on ${network.title} cannot be paid by wallet right now. Try again later.`);
  const { timeMs: nowMs } = await facts.newestBlock();
  return prepareAuthorization({ ...transfer, domain, nonce, nowMs });
}

/** Contract wallets may have their fees paid by somebody else, so only the wallet can tell. */
async function checkFee(
  { node, network, facts }: Parts,
  transaction: UnsentTransaction,
  available: bigint,
): Promise<void> {
  const [gas, price] = await Promise.all([estimateGas(node, transaction, network), facts.gasPrice()]);
  if (available >= gas * price || (await node.hasCode(transaction.from))) return;
  throw new PayerError(
    `This wallet does not hold enough ${network.coin} on ${network.title} for the network fee. Add ${network.coin} and try again.`,
    'insufficient_gas',
  );
}

async function estimateGas(node: EvmNode, transaction: UnsentTransaction, { title }: Network): Promise<bigint> {
  try {
    return await node.estimateGas(transaction);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new PayerError(`${title} would reject this payment: ${error.message}. Pay from another wallet.`);
  }
}

async function coinOf(node: EvmNode, address: Address): Promise<bigint> {
  const held = await node.balance(address);
  if (held === undefined) throw unknownBalance();
  return held;
}

const unknownBalance = () => new ChainError('away', 'The node does not say what the payer’s wallet holds.');

const tooLittle = (code: string, { title }: Network) =>
  new PayerError(`This wallet does not hold enough ${code} on ${title} for the payment.`, 'insufficient_funds');
