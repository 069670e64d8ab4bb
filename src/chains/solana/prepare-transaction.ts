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
import type { PaymentOrder } from '../../ports/chain.ts';
import { findAssociatedAccount } from './associated-account.ts';
import { createAssociatedAccount, transferCoin, transferToken } from './instructions.ts';
import type { Mint } from './read-mint.ts';
import type { Account, SolanaNode } from './solana-node.ts';

const TOKEN_ACCOUNT_OWNER_OFFSET_BYTES = 32;
const TOKEN_ACCOUNT_AMOUNT_OFFSET_BYTES = 64;
const TOKEN_ACCOUNT_STATE_OFFSET_BYTES = 108;
const STATE_INITIALIZED = 1;
const UNITS_MAX = chainUnits(2n ** 64n - 1n);
/** What the network takes for one signature. */
const FEE_LAMPORTS = chainUnits(5_000n);

interface Transfer {
  payer: Address;
  recipient: Address;
  reference: Address | undefined;
  units: ChainUnits;
}

/**
 * The transaction that pays an intent, for the payer's wallet to sign: base64, version 0, without signatures. It can be
 * sent for about a minute.
 */
export async function prepareTransaction(
  node: SolanaNode,
  asset: AssetOnNetwork & { mint: Mint | undefined },
  order: PaymentOrder,
): Promise<string> {
  const { payer, target } = order;
  if (!isAddress(payer) || isOffCurveAddress(payer))
    throw new PayerError('The payer has to be the address of a Solana wallet that can sign.');
  if (payer === target.address)
    throw new PayerError('This wallet is the one that is to be paid. Pay from another one.');
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
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as Blockhash, lastValidBlockHeight }, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    (message) => getBase64EncodedWireTransaction(compileTransaction(message)),
  );
}

async function payCoin(node: SolanaNode, transfer: Transfer, asset: AssetOnNetwork): Promise<Instruction[]> {
  const { payer, recipient, reference, units } = transfer;
  const [balance, least, own] = await Promise.all([
    node.balanceOf(recipient),
    node.leastBalance(),
    node.balanceOf(payer),
  ]);
  if (add(balance, units) < least) {
    const amount = `${formatDecimal(fromUnits(least, asset.decimals))} ${asset.code}`;
    throw new UserError(
      `The chain refuses payments to a wallet that holds less than ${amount} afterwards, and the merchant's wallet is empty. The merchant has to send ${amount} to it once.`,
    );
  }
  if (own < add(units, FEE_LAMPORTS)) throw tooLittle(asset.code);
  return [transferCoin({ from: payer, to: recipient, lamports: units, reference })];
}

async function payToken(
  node: SolanaNode,
  { payer, recipient, reference, units }: Transfer,
  { code, mint, facts }: { code: string; mint: Address; facts: Mint | undefined },
): Promise<Instruction[]> {
  if (facts === undefined) throw new ChainError('distrusted', `Nothing is known of the token ${mint}.`);
  const { program, decimals, hasTransferFee } = facts;
  if (hasTransferFee)
    throw new UserError(
      `${code} takes a fee from each transfer, so that less arrives than is sent. Pay with another asset.`,
    );
  const from = await findAssociatedAccount(payer, mint, program);
  const to = await findAssociatedAccount(recipient, mint, program);
  const [account, own] = await Promise.all([node.account(to, 'confirmed'), node.account(from, 'confirmed')]);
  if (account !== undefined) checkTokenAccount(account, recipient, code);
  if (unitsIn(own) < units) throw tooLittle(code);
  const create = createAssociatedAccount({ payer, account: to, owner: recipient, mint, program });
  const pay = transferToken({ program, mint, decimals, from, owner: payer, to, units, reference });
  return account === undefined ? [create, pay] : [pay];
}

/** The owner of a token account can give it away, and then it is still at the same address. */
function checkTokenAccount({ data }: Account, owner: Address, code: string): void {
  const ownerBytes = data.subarray(TOKEN_ACCOUNT_OWNER_OFFSET_BYTES, TOKEN_ACCOUNT_OWNER_OFFSET_BYTES + 32);
  const isOwn = ownerBytes.length === 32 && getAddressDecoder().decode(ownerBytes) === owner;
  if (!isOwn || data[TOKEN_ACCOUNT_STATE_OFFSET_BYTES] !== STATE_INITIALIZED)
    throw new UserError(
      `The merchant's account for ${code} cannot receive: it is frozen, or belongs to somebody else.`,
    );
}

function unitsIn(account: Account | undefined): ChainUnits {
  const data = account?.data;
  if (data === undefined || data.length < TOKEN_ACCOUNT_STATE_OFFSET_BYTES) return ZERO;
  return chainUnits(new DataView(data.buffer, data.byteOffset).getBigUint64(TOKEN_ACCOUNT_AMOUNT_OFFSET_BYTES, true));
}

const tooLittle = (code: string) =>
  new PayerError(`This wallet does not hold enough ${code} for the payment and its fee.`, 'insufficient_funds');
