import type { Hex } from 'viem';
import { pad, toHex } from 'viem/utils';
import { AUTHORIZATION_USED, TRANSFER } from './erc20.ts';

export const USDC: Hex = '0x00000000000000000000000000000000000c0de6';
export const FEE_TOKEN: Hex = '0x00000000000000000000000000000000000fee18';
/** A token that no asset list has. */
export const FAKE_TOKEN: Hex = '0x00000000000000000000000000000000deadfa4e';
export const MERCHANT: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const PAYER: Hex = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';

interface WrittenLog {
  address: Hex;
  topics: Hex[];
  data: Hex;
}

/** What really happens to balances; the coin has no contract. */
interface Move {
  contract?: Hex;
  from: Hex;
  to: Hex;
  units: bigint;
}

export interface ScriptedTx {
  hash: Hex;
  from: Hex;
  to: Hex;
  value: bigint;
  nonce: number;
  failed: boolean;
  input: Hex;
  logs: WrittenLog[];
  moves: Move[];
  /** Calls inside the transaction, as geth's callTracer shows them. */
  calls: unknown[];
}

export interface ScriptedBlock {
  height: number;
  hash: Hex;
  parentHash: Hex;
  time: number;
  txs: ScriptedTx[];
}

let lastNumber = 0;
export const newHash = (): Hex => {
  lastNumber += 1;
  return `0x${'a0'.repeat(24)}${lastNumber.toString(16).padStart(16, '0')}`;
};

export const transferLog = (contract: Hex, from: Hex, to: Hex, units: bigint): WrittenLog => ({
  address: contract,
  topics: [TRANSFER, pad(from), pad(to.toLowerCase() as Hex)],
  data: pad(toHex(units)),
});

export const authorizationLog = (contract: Hex, authorizer: Hex, nonce: Hex): WrittenLog => ({
  address: contract,
  topics: [AUTHORIZATION_USED, pad(authorizer), nonce],
  data: '0x',
});

export const txOf = (tx: Partial<ScriptedTx> = {}): ScriptedTx => ({
  hash: newHash(),
  from: PAYER,
  to: USDC,
  value: 0n,
  nonce: lastNumber,
  failed: false,
  input: '0x',
  logs: [],
  moves: [],
  calls: [],
  ...tx,
});

/** A transfer of a token that does what it says. */
export const payToken = (units: bigint, { contract = USDC, to = MERCHANT, from = PAYER } = {}): ScriptedTx =>
  txOf({
    from,
    to: contract,
    logs: [transferLog(contract, from, to, units)],
    moves: [{ contract, from, to, units }],
  });

export const payCoin = (value: bigint, to: Hex = MERCHANT): ScriptedTx =>
  txOf({ to, value, moves: [{ from: PAYER, to, units: value }] });
