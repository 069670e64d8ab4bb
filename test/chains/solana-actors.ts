import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { Rpc } from '../../src/chains/rpc/rpc.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chains/solana/well-known.ts';

const MINT_BYTES = 82;
const FEE_MINT_BYTES = 278;
const NAMED_MINT_BYTES = 234;
/** Space for the name, which the program appends to the mint. */
const NAME_BYTES_MAX = 200;
const TOKEN_ACCOUNT_BYTES = 165;
const TRANSFER_FEE_PARTS = 100;

export interface Token {
  mint: Address;
  decimals: number;
  program: Address;
}

export interface TokenOrder {
  decimals?: number;
  /** The transfer fee of Token-2022. */
  feeBasisPoints?: number;
  program?: Address;
  /** The symbol in the metadata of Token-2022. */
  symbol?: string;
}

interface Sending {
  version?: 'legacy' | 0 | 1;
  tables?: AddressesByLookupTableAddress;
  skipPreflight?: boolean;
}

interface Signing {
  payer: KeyPairSigner;
  instructions: readonly Instruction[];
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint };
  tables: AddressesByLookupTableAddress;
}

/** Kit has a separate type for each version, so each needs a separate branch. */
const SIGN = {
  legacy: ({ payer, instructions, lifetime }: Signing) =>
    pipe(
      createTransactionMessage({ version: 'legacy' }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) => signTransactionMessageWithSigners(message),
    ),
  0: ({ payer, instructions, lifetime, tables }: Signing) =>
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) => compressTransactionMessageUsingAddressLookupTables(message, tables) as typeof message,
      (message) => signTransactionMessageWithSigners(message),
    ),
  1: ({ payer, instructions, lifetime }: Signing) =>
    pipe(
      createTransactionMessage({ version: 1 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      // In version 1, limits that are not set are zero, and then nothing can be loaded.
      (message) => setTransactionMessageComputeUnitLimit(200_000, message),
      (message) => setTransactionMessageLoadedAccountsDataSizeLimit(10_000_000, message),
      (message) => signTransactionMessageWithSigners(message),
    ),
};

const associated = async (owner: Address, { mint, program }: Token): Promise<Address> =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram: program }))[0];

const pay = (from: KeyPairSigner, to: Address, amount: bigint, references: readonly Address[] = []): Instruction =>
  withReferences(getTransferSolInstruction({ source: from, destination: to, amount }), references);

export type Actors = ReturnType<typeof createActors>;

/** People with keys who send real transactions, built with the official clients. */
export function createActors(rpc: Rpc, bank: KeyPairSigner) {
  async function send(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    sending: Sending = {},
  ): Promise<string> {
    const { version = 0, tables = {}, skipPreflight = false } = sending;
    const { value } = (await rpc.call('getLatestBlockhash')) as {
      value: { blockhash: Blockhash; lastValidBlockHeight: number };
    };
    const lifetime = { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) };
    const signed = await SIGN[version]({ payer, instructions, lifetime, tables });
    const wire = getBase64EncodedWireTransaction(signed);
    return (await rpc.call('sendTransaction', [wire, { encoding: 'base64', skipPreflight }])) as string;
  }

  async function leastBalance(bytes: number): Promise<bigint> {
    return BigInt((await rpc.call('getMinimumBalanceForRentExemption', [bytes])) as number);
  }

  async function createToken({ decimals = 6, feeBasisPoints, symbol, program: given }: TokenOrder = {}) {
    const isPlain = feeBasisPoints === undefined && symbol === undefined;
    const program = given ?? (isPlain ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM);
    const space = isPlain ? MINT_BYTES : symbol === undefined ? FEE_MINT_BYTES : NAMED_MINT_BYTES;
    const mint = await generateKeyPairSigner();
    await send(bank, [
      getCreateAccountInstruction({
        payer: bank,
        newAccount: mint,
        lamports: await leastBalance(space + NAME_BYTES_MAX),
        space,
        programAddress: program,
      }),
      ...(symbol === undefined ? [] : [initializeMetadataPointer(mint.address)]),
      ...(feeBasisPoints === undefined ? [] : [initializeTransferFee(mint.address, feeBasisPoints)]),
      getInitializeMint2Instruction(
        { mint: mint.address, decimals, mintAuthority: bank.address },
        { programAddress: program },
      ),
      ...(symbol === undefined ? [] : [initializeMetadata(mint.address, bank, symbol)]),
    ]);
    return { mint: mint.address, decimals, program };
  }

  const openAssociated = async (payer: KeyPairSigner, owner: Address, token: Token): Promise<Instruction> =>
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: await associated(owner, token),
      owner,
      mint: token.mint,
      tokenProgram: token.program,
    });

  async function payToken(
    from: KeyPairSigner,
    to: Address,
    amount: bigint,
    { token, references = [] }: { token: Token; references?: readonly Address[] },
  ): Promise<Instruction> {
    const transfer = getTransferCheckedInstruction(
      {
        source: await associated(from.address, token),
        mint: token.mint,
        destination: to,
        authority: from,
        amount,
        decimals: token.decimals,
      },
      { programAddress: token.program },
    );
    return withReferences(transfer, references);
  }

  /** Opens the owner's associated account and funds it. */
  async function give(owner: Address, token: Token, amount: bigint): Promise<Address> {
    const account = await associated(owner, token);
    await send(bank, [
      await openAssociated(bank, owner, token),
      getMintToInstruction(
        { mint: token.mint, token: account, mintAuthority: bank, amount },
        { programAddress: token.program },
      ),
    ]);
    return account;
  }

  /** Creates a token account at a new address, without listing its owner among the accounts. */
  async function openElsewhere(owner: Address, token: Token): Promise<Address> {
    const account = await generateKeyPairSigner();
    await send(bank, [
      getCreateAccountInstruction({
        payer: bank,
        newAccount: account,
        lamports: await leastBalance(TOKEN_ACCOUNT_BYTES),
        space: TOKEN_ACCOUNT_BYTES,
        programAddress: token.program,
      }),
      getInitializeAccount3Instruction({ account: account.address, mint: token.mint, owner }),
    ]);
    return account.address;
  }

  return { send, createToken, associated, openAssociated, openElsewhere, pay, payToken, give };
}

/** Lists additional keys without using them, like Solana Pay. */
function withReferences(instruction: Instruction, references: readonly Address[]): Instruction {
  const named = references.map((address) => ({ address, role: AccountRole.READONLY }));
  return { ...instruction, accounts: [...(instruction.accounts ?? []), ...named] };
}

/** The transfer fee extension of Token-2022, whose client is not one of our packages. */
function initializeTransferFee(mint: Address, basisPoints: number): Instruction {
  const authority = getAddressEncoder().encode(mint);
  const data = new Uint8Array(2 + 33 + 33 + 2 + 8);
  data.set([26, 0, 1, ...authority, 1, ...authority]);
  const view = new DataView(data.buffer);
  view.setUint16(68, basisPoints, true);
  view.setBigUint64(70, BigInt(TRANSFER_FEE_PARTS) ** 8n, true);
  return { programAddress: TOKEN_2022_PROGRAM, accounts: [{ address: mint, role: AccountRole.WRITABLE }], data };
}

/** Tells the mint that it contains its own metadata. */
function initializeMetadataPointer(mint: Address): Instruction {
  const own = getAddressEncoder().encode(mint);
  const data = new Uint8Array([39, 0, ...own, ...own]);
  return { programAddress: TOKEN_2022_PROGRAM, accounts: [{ address: mint, role: AccountRole.WRITABLE }], data };
}

/** The metadata interface's `initialize` instruction, by its discriminator: name, symbol and no URI. */
function initializeMetadata(mint: Address, authority: KeyPairSigner, symbol: string): Instruction {
  const text = [symbol.length, 0, 0, 0, ...Buffer.from(symbol)];
  return {
    programAddress: TOKEN_2022_PROGRAM,
    accounts: [
      { address: mint, role: AccountRole.WRITABLE },
      { address: authority.address, role: AccountRole.READONLY },
      { address: mint, role: AccountRole.READONLY },
      { address: authority.address, role: AccountRole.READONLY_SIGNER },
    ],
    data: new Uint8Array([210, 225, 30, 162, 88, 184, 77, 141, ...text, ...text, 0, 0, 0, 0]),
  };
}
