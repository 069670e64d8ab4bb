import { randomBytes } from 'node:crypto';
import {
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
  type MaybeEncodedAccount,
} from '@solana/kit';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chains/solana/well-known.ts';

const SLOT_MS = 400;
const FIRST_SLOT = 1_000;
const BLOCKHASH_SLOTS_MAX = 150;
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_DECIMALS_OFFSET_BYTES = 44;
const LOOKUP_TABLE_HEAD_BYTES = 56;
const LOOKUP_PROGRAM = address('AddressLookupTab1e1111111111111111111111111');
const SYSTEM_PROGRAM = address('11111111111111111111111111111111');

/** A processed transaction, as the node returns it. */
export interface Landed {
  signature: string;
  slot: number;
  err: unknown;
  version: 'legacy' | 0 | 1;
  /** Static keys, then loaded writable keys, then loaded read-only keys. */
  keys: readonly Address[];
  response: Record<string, unknown>;
}

interface Entry extends Landed {
  wire: string;
  before: readonly MaybeEncodedAccount[];
}

export class NotLanded extends Error {}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * A chain in memory. litesvm executes every transaction; slots, finality, history and forks are implemented here. Accounts
 * are always those of the newest slot, whatever commitment is requested.
 */
export function createLedger({ startMs, finalAfterSlots }: { startMs: number; finalAfterSlots: number }) {
  // Blockhashes and duplicates are checked here, because a fork must forget some of them.
  const svm = new LiteSVM().withNativeMints().withBlockhashCheck(false).withTransactionHistory(0n);
  const blockhashes = new Map<string, number>();
  let history: Entry[] = [];
  let slot = FIRST_SLOT;

  const timeMsAt = (at: number) => startMs + (at - FIRST_SLOT - finalAfterSlots) * SLOT_MS;
  const finalizedSlot = () => slot - finalAfterSlots;

  function advance(slots: number): void {
    slot += slots;
    const seconds = BigInt(Math.floor(timeMsAt(slot) / 1_000));
    svm.setClock(new Clock(BigInt(slot), seconds, 0n, 0n, seconds));
  }

  function restore(accounts: readonly MaybeEncodedAccount[]): void {
    for (const account of accounts) {
      if (account.exists) svm.setAccount(account);
      else
        svm.setAccount({
          address: account.address,
          data: new Uint8Array(0),
          executable: false,
          lamports: lamports(0n),
          programAddress: SYSTEM_PROGRAM,
          space: 0n,
        });
    }
  }

  function loadTable(table: Address, indexes: readonly number[]): Address[] {
    const account = svm.getAccount(table);
    if (!account.exists) throw new NotLanded(`no lookup table ${table}`);
    return indexes.map((index) => {
      const at = LOOKUP_TABLE_HEAD_BYTES + index * 32;
      return getAddressDecoder().decode(account.data.subarray(at, at + 32));
    });
  }

  function readMessage(messageBytes: Parameters<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>[0]) {
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
    return {
      message,
      loaded: {
        writable: lookups.flatMap((one) => loadTable(one.lookupTableAddress, one.writableIndexes)),
        readonly: lookups.flatMap((one) => loadTable(one.lookupTableAddress, one.readonlyIndexes)),
      },
    };
  }

  function tokenBalances(keys: readonly Address[]) {
    return keys.flatMap((key, accountIndex) => {
      const account = svm.getAccount(key);
      const held = account.exists ? readTokenAccount(account) : undefined;
      if (held === undefined) return [];
      const decimals = decimalsOf(held.mint);
      return [
        {
          accountIndex,
          mint: held.mint,
          owner: held.owner,
          programId: held.program,
          uiTokenAmount: { amount: held.units.toString(), decimals, uiAmount: null, uiAmountString: '' },
        },
      ];
    });
  }

  function decimalsOf(mint: Address): number {
    const account = svm.getAccount(mint);
    return (account.exists ? account.data[MINT_DECIMALS_OFFSET_BYTES] : undefined) ?? 0;
  }

  const balances = (keys: readonly Address[]) => keys.map((key) => svm.getBalance(key) ?? 0n);

  /** Executes a transaction in the current slot. Only transactions that can pay their fee are recorded, failed or not. */
  function send(wire: string, { skipPreflight }: { skipPreflight: boolean }): string {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
    const signature = getSignatureFromTransaction(transaction);
    if (history.some((entry) => entry.signature === signature)) throw new NotLanded('already processed');
    const { message, loaded } = readMessage(transaction.messageBytes);
    const madeAt = blockhashes.get(message.lifetimeToken);
    if (madeAt === undefined || slot - madeAt > BLOCKHASH_SLOTS_MAX) throw new NotLanded('Blockhash not found');
    const keys = [...message.staticAccounts, ...loaded.writable, ...loaded.readonly];
    const before = keys.map((key) => svm.getAccount(key));
    const pre = { balances: balances(keys), tokens: tokenBalances(keys) };
    const result = svm.sendTransaction(transaction);
    const err = result instanceof FailedTransactionMetadata ? describeError(result) : null;
    const post = { balances: balances(keys), tokens: tokenBalances(keys) };
    if (err !== null && (!skipPreflight || post.balances[0] === pre.balances[0])) {
      restore(before);
      throw new NotLanded(`Transaction simulation failed: ${JSON.stringify(err)}`);
    }
    const instructions =
      message.version === 1
        ? message.instructionHeaders.map(({ programAccountIndex }, index) => ({
            programIdIndex: programAccountIndex,
            accounts: message.instructionPayloads[index]?.instructionAccountIndices ?? [],
            data: getBase58Decoder().decode(message.instructionPayloads[index]?.instructionData ?? new Uint8Array(0)),
          }))
        : message.instructions.map((one) => ({
            programIdIndex: one.programAddressIndex,
            accounts: one.accountIndices ?? [],
            data: getBase58Decoder().decode(one.data ?? new Uint8Array(0)),
          }));
    const response = {
      slot,
      blockTime: Math.floor(timeMsAt(slot) / 1_000),
      version: message.version,
      transaction: {
        signatures: Object.values(transaction.signatures).map((bytes) =>
          bytes ? getBase58Decoder().decode(bytes) : '',
        ),
        message: {
          header: {
            numRequiredSignatures: message.header.numSignerAccounts,
            numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
            numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
          },
          accountKeys: message.staticAccounts,
          recentBlockhash: message.lifetimeToken,
          instructions,
        },
      },
      meta: {
        err,
        fee: Number((pre.balances[0] ?? 0n) - (post.balances[0] ?? 0n)),
        preBalances: pre.balances,
        postBalances: post.balances,
        preTokenBalances: pre.tokens,
        postTokenBalances: post.tokens,
        loadedAddresses: loaded,
        logMessages: (result instanceof FailedTransactionMetadata ? result.meta() : result).logs(),
      },
    };
    history.push({ signature, slot, err, version: message.version, keys, response, wire, before });
    return signature;
  }

  /** Drops transactions that are not final and returns them, oldest first, so a test can send them again. */
  function fork(): string[] {
    const dropped = history.filter((entry) => entry.slot > finalizedSlot());
    for (const entry of dropped.toReversed()) restore(entry.before);
    history = history.filter((entry) => entry.slot <= finalizedSlot());
    return dropped.map(({ wire }) => wire);
  }

  /** All token accounts of an owner. */
  function tokenAccountsOf(owner: string) {
    return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
      .flatMap((program) => svm.getProgramAccounts(program))
      .flatMap((account) => {
        const held = readTokenAccount(account);
        return held?.owner === owner ? [{ account, ...held }] : [];
      });
  }

  function makeBlockhash(): string {
    const hash = getBase58Decoder().decode(randomBytes(32));
    blockhashes.set(hash, slot);
    return hash;
  }

  advance(finalAfterSlots);
  return {
    svm,
    /** Oldest first. */
    history: (): readonly Landed[] => history,
    slot: () => slot,
    finalizedSlot,
    timeMsAt,
    advance,
    send,
    fork,
    tokenAccountsOf,
    decimalsOf,
    makeBlockhash,
  };
}

function readTokenAccount(account: { programAddress: Address; data: ArrayLike<number> }) {
  const data = Uint8Array.from(account.data);
  const isToken = account.programAddress === TOKEN_PROGRAM || account.programAddress === TOKEN_2022_PROGRAM;
  const isAccount = data.length === TOKEN_ACCOUNT_BYTES || data[TOKEN_ACCOUNT_BYTES] === 2;
  if (!isToken || !isAccount) return undefined;
  return {
    program: account.programAddress,
    mint: getAddressDecoder().decode(data.subarray(0, 32)),
    owner: getAddressDecoder().decode(data.subarray(32, 64)),
    units: new DataView(data.buffer).getBigUint64(64, true),
  };
}

function describeError(failed: FailedTransactionMetadata): unknown {
  const error = failed.err();
  if (typeof error !== 'object' || !('err' in error)) return String(error);
  const cause = error.err();
  const name = typeof cause === 'object' && 'code' in cause ? { Custom: cause.code } : String(cause);
  return { InstructionError: [error.index, name] };
}

/** An active lookup table. */
export function makeLookupTable(table: Address, addresses: readonly Address[]) {
  const data = new Uint8Array(LOOKUP_TABLE_HEAD_BYTES + addresses.length * 32);
  const view = new DataView(data.buffer);
  view.setUint32(0, 1, true);
  view.setBigUint64(4, 2n ** 64n - 1n, true);
  for (const [index, one] of addresses.entries())
    data.set(getAddressEncoder().encode(one), LOOKUP_TABLE_HEAD_BYTES + index * 32);
  return {
    address: table,
    data,
    executable: false,
    lamports: lamports(1_000_000_000n),
    programAddress: LOOKUP_PROGRAM,
    space: BigInt(data.length),
  };
}
