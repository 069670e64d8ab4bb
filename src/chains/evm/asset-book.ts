import type { Hex } from 'viem';
import { getAddress, isAddress } from 'viem/utils';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';

/** The assets of one network, by code and by contract. */
export interface AssetBook {
  readonly assets: readonly AssetOnNetwork[];
  readonly coin: AssetOnNetwork;
  /** By contract in lower case. */
  readonly byContract: ReadonlyMap<Hex, AssetOnNetwork>;
  /** Throws a UserError if the asset is not available on this network. */
  named(code: string): AssetOnNetwork;
}

export function createAssetBook(network: Network, all: readonly AssetOnNetwork[]): AssetBook {
  const assets = all.filter((asset) => asset.network === network.name).map((asset) => withChecksum(asset, network));
  const coin = assets.find((asset) => asset.token === undefined);
  if (coin === undefined) throw new UserError(`The asset list has no coin for the network ${network.name}.`);
  const tokens = assets.flatMap((asset) =>
    asset.token === undefined ? [] : [[asset.token.toLowerCase() as Hex, asset] as const],
  );
  const byCode = new Map(assets.map((asset) => [asset.code, asset]));
  return {
    assets,
    coin,
    byContract: new Map(tokens),
    named(code) {
      const asset = byCode.get(code);
      if (asset === undefined) throw new UserError(`${code} is not available on ${network.title}.`);
      return asset;
    },
  };
}

/** An operator may write the contract of a token in lower case. */
function withChecksum(asset: AssetOnNetwork, network: Network): AssetOnNetwork {
  const { token, code } = asset;
  if (token === undefined) return asset;
  const isLower = /^0x[0-9a-f]{40}$/.test(token);
  if (!isLower && !isAddress(token)) {
    throw new UserError(`The contract of ${code} on ${network.title} is not an address. Correct it in FLORIN_ASSETS.`);
  }
  return { ...asset, token: getAddress(token) };
}
