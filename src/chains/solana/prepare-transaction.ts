import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressDecoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  isAddress,
  isOffCurveAddress,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { formatDecimal, fromUnits, toUnits } from '../../domain/money/decimal.ts';
import { add, type ChainUnits, chainUnits, ZERO } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { PayerError } from '../../domain/payments/payer-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { PaymentOrder, SerializedTransaction } from '../../ports/chain.ts';
import { findAssociatedAccount } from './associated-account.ts';
import { createAssociatedAccount, transferCoin, transferToken } from './instructions.ts';
import type { Mint } from './read-mint.ts';
import type { Account, SolanaNode } from './solana-node.ts';

const TOKEN_ACCOUNT_OWNER_OFFSET_BYTES = 32;
const TOKEN_ACCOUNT_AMOUNT_OFFSET_BYTES = 64;
const TOKEN_ACCOUNT_STATE_OFFSET_BYTES = 108;
const STATE_INITIALIZED = 1;
const UNITS_MAX = chainUnits(2n ** 64n - 1n);
/** The network's fee for one signature. */
const FEE_LAMPORTS = chainUnits(5_000n);

interface Transfer {
  payer: Address;
  recipient: Address;
  reference: Address | undefined;
  units: ChainUnits;
}

/**
 * Builds the transaction that pays an intent, for the payer's wallet to sign: base64, version 0, unsigned. It is valid for
 * about a minute.
 */
export async function prepareTransaction(
  node: SolanaNode,
  asset: AssetOnNetwork & { mint: Mint | undefined },
  order: PaymentOrder,
): Promise<SerializedTransaction> {
  const { payer, target } = order;
  if (!isAddress(payer) || isOffCurveAddress(payer))
    throw new PayerError('The payer must be the address of a Solana wallet that can sign.');
  if (payer === target.address) throw new PayerError('This is the merchant’s wallet. Pay from another wallet.');
  const units = toUnits(order.amount, asset.decimals);
  if (units <= ZERO || units > UNITS_MAX) throw new UserError('This amount cannot be sent on Solana.');
  const transfer = {
    payer,
    recipient: target.address as Address,
    reference: target.reference as Address | undefined,
    units,
  };
  const instructions =
    asset.token === undefined
      ? await payCoin(node, transfer, asset)
      : await payToken(node, transfer, { code: asset.code, mint: asset.token as Address, facts: asset.mint });
  const { blockhash, lastValidBlockHeight } = await node.latestBlockhash();
  const transaction = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as Blockhash, lastValidBlockHeight }, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    (message) => getBase64EncodedWireTransaction(compileTransaction(message)),
  );
  return { encoding: 'base64', transaction };
}

async function payCoin(node: SolanaNode, transfer: Transfer, asset: AssetOnNetwork): Promise<Instruction[]> {
  const { payer, recipient, reference, units } = transfer;
  const [balance, minimum, available] = await Promise.all([
    node.balanceOf(recipient),
    node.minimumBalance(),
    node.balanceOf(payer),
  ]);
  if (add(balance, units) < minimum) {
    const amount = `${formatDecimal(fromUnits(minimum, asset.decimals))} ${asset.code}`;
    throw new UserError(
      `The merchant’s wallet is new: Solana requires a balance of at least ${amount}. The merchant must send ${amount} to it once.`,
    );
  }
  if (available < add(units, FEE_LAMPORTS)) throw tooLittle(asset.code);
  return [transferCoin({ from: payer, to: recipient, lamports: units, reference })];
}

async function payToken(
  node: SolanaNode,
  { payer, recipient, reference, units }: Transfer,
  { code, mint, facts }: { code: string; mint: Address; facts: Mint | undefined },
): Promise<Instruction[]> {
  if (facts === undefined) throw new ChainError('distrusted', `The token ${mint} is unknown.`);
  const { program, decimals, hasTransferFee } = facts;
  if (hasTransferFee)
    throw new UserError(`${code} charges a transfer fee, so less would arrive than was sent. Pay with another asset.`);
  const from = await findAssociatedAccount(payer, mint, program);
  const to = await findAssociatedAccount(recipient, mint, program);
  const [account, own] = await Promise.all([node.account(to, 'confirmed'), node.account(from, 'confirmed')]);
  if (account !== undefined) checkTokenAccount(account, recipient, code);
  if (unitsIn(own) < units) throw tooLittle(code);
  const create = createAssociatedAccount({ payer, account: to, owner: recipient, mint, program });
  const pay = transferToken({ program, mint, decimals, from, owner: payer, to, units, reference });
  return account === undefined ? [create, pay] : [pay];
}

/** The owner of a token account can transfer its ownership, and its address stays the same. */
function checkTokenAccount({ data }: Account, owner: Address, code: string): void {
  const ownerBytes = data.subarray(TOKEN_ACCOUNT_OWNER_OFFSET_BYTES, TOKEN_ACCOUNT_OWNER_OFFSET_BYTES + 32);
  const isOwn = ownerBytes.length === 32 && getAddressDecoder().decode(ownerBytes) === owner;
  if (!isOwn || data[TOKEN_ACCOUNT_STATE_OFFSET_BYTES] !== STATE_INITIALIZED)
    throw new UserError(`The merchant’s ${code} account cannot receive payments: it is frozen or has another owner.`);
}

function unitsIn(account: Account | undefined): ChainUnits {
  const data = account?.data;
  if (data === undefined || data.length < TOKEN_ACCOUNT_STATE_OFFSET_BYTES) return ZERO;
  return chainUnits(new DataView(data.buffer, data.byteOffset).getBigUint64(TOKEN_ACCOUNT_AMOUNT_OFFSET_BYTES, true));
}

const tooLittle = (code: string) =>
  new PayerError(`This wallet does not hold enough ${code} for the payment and its fee.`, 'insufficient_funds');
