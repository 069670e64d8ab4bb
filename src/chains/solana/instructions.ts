import {
  AccountRole,
  type Address,
  getStructEncoder,
  getU8Encoder,
  getU32Encoder,
  getU64Encoder,
  type Instruction,
} from '@solana/kit';
import { type ChainUnits, toBigInt } from '../../domain/money/money.ts';
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM } from './well-known.ts';

const SYSTEM_TRANSFER = 2;
const TOKEN_TRANSFER_CHECKED = 12;
const CREATE_IDEMPOTENT = 1;

const systemTransfer = getStructEncoder([
  ['kind', getU32Encoder()],
  ['lamports', getU64Encoder()],
]);

const tokenTransferChecked = getStructEncoder([
  ['kind', getU8Encoder()],
  ['units', getU64Encoder()],
  ['decimals', getU8Encoder()],
]);

/** An account that the transfer only names, so the transaction can be found by it. */
const references = (reference: Address | undefined) =>
  reference === undefined ? [] : [{ address: reference, role: AccountRole.READONLY }];

export function transferCoin(order: {
  from: Address;
  to: Address;
  lamports: ChainUnits;
  reference: Address | undefined;
}): Instruction {
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: order.from, role: AccountRole.WRITABLE_SIGNER },
      { address: order.to, role: AccountRole.WRITABLE },
      ...references(order.reference),
    ],
    data: systemTransfer.encode({ kind: SYSTEM_TRANSFER, lamports: toBigInt(order.lamports) }),
  };
}

export function transferToken(order: {
  program: Address;
  mint: Address;
  decimals: number;
  from: Address;
  owner: Address;
  to: Address;
  units: ChainUnits;
  reference: Address | undefined;
}): Instruction {
  return {
    programAddress: order.program,
    accounts: [
      { address: order.from, role: AccountRole.WRITABLE },
      { address: order.mint, role: AccountRole.READONLY },
      { address: order.to, role: AccountRole.WRITABLE },
      { address: order.owner, role: AccountRole.READONLY_SIGNER },
      ...references(order.reference),
    ],
    data: tokenTransferChecked.encode({
      kind: TOKEN_TRANSFER_CHECKED,
      units: toBigInt(order.units),
      decimals: order.decimals,
    }),
  };
}

/** Creates the associated token account of a wallet, or does nothing if it already exists. */
export function createAssociatedAccount(order: {
  payer: Address;
  account: Address;
  owner: Address;
  mint: Address;
  program: Address;
}): Instruction {
  return {
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { address: order.payer, role: AccountRole.WRITABLE_SIGNER },
      { address: order.account, role: AccountRole.WRITABLE },
      { address: order.owner, role: AccountRole.READONLY },
      { address: order.mint, role: AccountRole.READONLY },
      { address: SYSTEM_PROGRAM, role: AccountRole.READONLY },
      { address: order.program, role: AccountRole.READONLY },
    ],
    data: getU8Encoder().encode(CREATE_IDEMPOTENT),
  };
}
