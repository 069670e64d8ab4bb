import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';

/** The assets of one network, by code and by mint. */
export interface AssetBook {
  readonly assets: readonly AssetOnNetwork[];
  readonly coin: AssetOnNetwork;
  readonly byMint: ReadonlyMap<string, AssetOnNetwork>;
  /** Throws a UserError if the asset is not available on this network. */
  named(code: string): AssetOnNetwork;
}

export function createAssetBook(network: Network, all: readonly AssetOnNetwork[]): AssetBook {
  const assets = all.filter((asset) => asset.network === network.name);
  const coin = assets.find((asset) => asset.token === undefined);
  if (coin === undefined) throw new UserError(`The asset list has no coin for the network ${network.name}.`);
  const byCode = new Map(assets.map((asset) => [asset.code, asset]));
  return {
    assets,
    coin,
    byMint: new Map(assets.flatMap((asset) => (asset.token === undefined ? [] : [[asset.token, asset] as const]))),
    named(code) {
      const asset = byCode.get(code);
      if (asset === undefined) throw new UserError(`${code} is not available on ${network.title}.`);
      return asset;
    },
  };
}
