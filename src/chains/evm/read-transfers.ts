import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { fromUnits } from '../../domain/money/decimal.ts';
import { chainUnits, cryptoAmount } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { AUTHORIZATION_USED, TRANSFER } from './erc20.ts';
import type { Log, Receipt } from './read-receipt.ts';

/** The coin's own transfers have the numbers above those of logs. */
export const COIN_INDEX = 1_000_000;
/** No asset has as much. Such an amount is not money, whatever its contract says. */
const AMOUNT_BELOW = cryptoAmount(10n ** 36n);
const WORD_CHARACTERS = 66;
const ADDRESS_START = /^0x0{24}/;

/** What a transaction moved from one address to another, before it is known to whom that matters. */
export interface Movement {
  tx: Hex;
  index: number;
  /** Undefined for the coin. */
  contract: Hex | undefined;
  from: Hex;
  to: Hex;
  units: bigint;
  /** The EIP-3009 nonce by which a token's holder authorized it. */
  nonce?: Hex | undefined;
  failed: boolean;
}

export interface TokenMovement extends Movement {
  contract: Hex;
}

/** What the contracts say that a transaction moved. What goes back to its sender, and nothing, moves nothing. */
export const readMovements = ({ tx, logs }: Pick<Receipt, 'tx' | 'logs'>): TokenMovement[] =>
  logs.flatMap((log, index) => {
    const moved = readTransferLog(log);
    if (moved === undefined || moved.from === moved.to || moved.units === 0n) return [];
    return [{ tx, index, ...moved, nonce: readNonce(logs[index - 1], moved), failed: false }];
  });

/** Undefined for anything but an ERC-20 transfer. One of an NFT has four topics. */
function readTransferLog({ contract, topics, data }: Log) {
  const [event, from, to] = topics;
  if (event !== TRANSFER || from === undefined || to === undefined) return undefined;
  if (topics.length !== 3 || data.length !== WORD_CHARACTERS) return undefined;
  if (!ADDRESS_START.test(from) || !ADDRESS_START.test(to)) return undefined;
  return { contract, from: addressIn(from), to: addressIn(to), units: BigInt(data) };
}

/** Whether a log is an ERC-20 transfer. */
export const isTransferLog = (log: Log): boolean => readTransferLog(log) !== undefined;

const addressIn = (topic: Hex): Hex => `0x${topic.slice(-40)}`;

function readNonce(before: Log | undefined, { contract, from }: Pick<Movement, 'from' | 'contract'>): Hex | undefined {
  if (before?.contract !== contract) return undefined;
  const [event, authorizer, nonce] = before?.topics ?? [];
  return event === AUTHORIZATION_USED && authorizer !== undefined && addressIn(authorizer) === from ? nonce : undefined;
}

export interface Found {
  /** The known asset, and otherwise the decimals that the contract claims. */
  asset: AssetOnNetwork | { decimals: number };
  blockHeight: number;
  blockTimeMs: number;
  spends: readonly string[];
  nowMs: number;
}

export function transferOf(movement: Movement, { asset, blockHeight, blockTimeMs, spends, nowMs }: Found): Transfer {
  const { tx, index, contract, to, units, nonce, failed } = movement;
  const amount = fromUnits(chainUnits(units), asset.decimals);
  const isKnown = 'code' in asset && amount < AMOUNT_BELOW;
  const address = getAddress(to);
  return {
    tx,
    index,
    keys: isKnown && nonce !== undefined ? [address, nonce] : [address],
    address,
    asset: isKnown ? asset.code : undefined,
    token: contract === undefined ? undefined : getAddress(contract),
    amount,
    blockHeight,
    blockTimeMs,
    firstSeenAtMs: Math.min(nowMs, blockTimeMs),
    failed,
    spends,
  };
}
