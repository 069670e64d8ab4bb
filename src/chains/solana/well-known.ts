import { address } from '@solana/kit';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS, type NetworkName } from '../../domain/networks/network.ts';

export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
/** The account with the chain's slot and time. */
export const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
/** SOL as a token, which is treated like any other token. */
export const WRAPPED_SOL = address('So11111111111111111111111111111111111111112');

const PROGRAMS: ReadonlySet<string> = new Set([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  CLOCK,
  address('AddressLookupTab1e1111111111111111111111111'),
  address('BPFLoaderUpgradeab1e11111111111111111111111'),
  address('ComputeBudget111111111111111111111111111111'),
  address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'),
  address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  address('Stake11111111111111111111111111111111111111'),
  address('SysvarRecentB1ockHashes11111111111111111111'),
  address('SysvarRent111111111111111111111111111111111'),
  address('Vote111111111111111111111111111111111111111'),
  address('1nc1nerator11111111111111111111111111111111'),
]);

const MINTS: ReadonlySet<string> = new Set([
  WRAPPED_SOL,
  ...ASSETS_ON_NETWORKS.flatMap(({ network, token }) =>
    token !== undefined && NETWORKS[network as NetworkName].family === 'solana' ? [token] : [],
  ),
]);

/** Well-known addresses without a private key, which are neither wallets nor references. */
export const isProgram = (text: string): boolean => PROGRAMS.has(text);
export const isKnownMint = (text: string): boolean => MINTS.has(text);
