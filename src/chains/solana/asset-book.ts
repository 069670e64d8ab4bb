import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import type { Network } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';

/** What can be paid with on one network, by code and by mint. */
export interface AssetBook {
  readonly assets: readonly AssetOnNetwork[];
  readonly coin: AssetOnNetwork;
  readonly byMint: ReadonlyMap<string, AssetOnNetwork>;
  /** Throws a UserError for a code that cannot be paid here. */
  named(code: string): AssetOnNetwork;
}

export function createAssetBook(network: Network, all: readonly AssetOnNetwork[]): AssetBook {
  const assets = all.filter((asset) => asset.network === network.name);
  const coin = assets.find((asset) => asset.token === undefined);
  if (coin === undefined) throw new UserError(`The list of assets has no coin for the network ${network.name}.`);
  const byCode = new Map(assets.map((asset) => [asset.code, asset]));
  return {
    assets,
    coin,
    byMint: new Map(assets.flatMap((asset) => (asset.token === undefined ? [] : [[asset.token, asset] as const]))),
    named(code) {
      const asset = byCode.get(code);
      if (asset === undefined) throw new UserError(`${code} cannot be paid on ${network.title}.`);
      return asset;
    },
  };
}
