import { readFile } from 'node:fs/promises';
import type { AssetOnNetwork } from '../domain/money/asset.ts';
import { parseDecimal } from '../domain/money/decimal.ts';
import { NETWORKS } from '../domain/networks/network.ts';
import { UserError } from '../domain/user-error.ts';

const ENTRIES_MAX = 1_000;

interface Entry {
  code?: unknown;
  network?: unknown;
  contract?: unknown;
  mint?: unknown;
  decimals?: unknown;
  dust?: unknown;
}

/** Reads additional tokens from the operator’s file: `[{code, network, contract|mint, decimals, dust?}]`. */
export async function readAssets(file: string): Promise<AssetOnNetwork[]> {
  let entries: unknown;
  try {
    entries = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UserError(`The file in FLORIN_ASSETS (${file}) is not readable JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(entries) || entries.length > ENTRIES_MAX) {
    throw new UserError(`${file} must contain a list of at most ${ENTRIES_MAX} assets.`);
  }
  return entries.map((entry, index) => readAsset(entry as Entry, `${file}, entry ${index + 1}`));
}

function readAsset(entry: Entry, where: string): AssetOnNetwork {
  const { code, network, decimals, dust } = entry;
  const token = entry.contract ?? entry.mint;
  if (typeof code !== 'string' || !/^[A-Z0-9]{2,12}$/.test(code)) {
    throw new UserError(`${where}: "code" must be 2 to 12 uppercase letters or digits.`);
  }
  if (typeof network !== 'string' || !(network in NETWORKS)) {
    throw new UserError(`${where}: "network" must be one of ${Object.keys(NETWORKS).join(', ')}.`);
  }
  if (typeof token !== 'string' || token === '') {
    throw new UserError(`${where}: "contract" or "mint" must be the token’s address.`);
  }
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 18) {
    throw new UserError(`${where}: "decimals" must be a whole number from 0 to 18.`);
  }
  if (dust !== undefined && (typeof dust !== 'string' || !/^\d{1,18}(\.\d{1,18})?$/.test(dust))) {
    throw new UserError(`${where}: "dust" must be an amount of the token in quotation marks, such as "0.01".`);
  }
  return {
    code,
    network,
    token,
    decimals: Number(decimals),
    ...(dust !== undefined && { dustFloor: parseDecimal(dust) }),
  };
}
