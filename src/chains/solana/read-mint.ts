import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Account } from './solana-node.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './well-known.ts';

const MINT_BYTES = 82;
const DECIMALS_OFFSET_BYTES = 44;
const INITIALIZED_OFFSET_BYTES = 45;
/** Placed after the length of a token account, so mints and token accounts cannot be confused. */
const KIND_OFFSET_BYTES = 165;
const KIND_MINT = 1;
const EXTENSION_HEAD_BYTES = 4;
const TRANSFER_FEE_EXTENSION = 1;

export interface Mint {
  program: typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM;
  decimals: number;
  /** Less arrives than is sent, so an exact amount cannot be requested. */
  hasTransferFee: boolean;
}

export function readMint(mint: string, account: Account | undefined): Mint {
  const program = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].find((known) => known === account?.program);
  const data = account?.data ?? new Uint8Array(0);
  const decimals = data[DECIMALS_OFFSET_BYTES];
  const isMint = data.length === MINT_BYTES || data[KIND_OFFSET_BYTES] === KIND_MINT;
  if (program === undefined || decimals === undefined || !isMint || data[INITIALIZED_OFFSET_BYTES] !== 1)
    throw new ChainError('distrusted', `The address ${mint} is not a token on this chain.`);
  return { program, decimals, hasTransferFee: listExtensions(data).includes(TRANSFER_FEE_EXTENSION) };
}

/** Token-2022 extensions are encoded as type, length and value. */
function listExtensions(data: Uint8Array): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const types: number[] = [];
  let at = KIND_OFFSET_BYTES + 1;
  while (at + EXTENSION_HEAD_BYTES <= data.length) {
    types.push(view.getUint16(at, true));
    at += EXTENSION_HEAD_BYTES + view.getUint16(at + 2, true);
  }
  return types;
}
