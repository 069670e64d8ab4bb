/** The assets that Florin knows by name. Any other code is stored all the same, with a warning. */
export const ASSETS: ReadonlyMap<string, string> = new Map([
  ['BNB', 'BNB'],
  ['BTC', 'Bitcoin'],
  ['ETH', 'Ether'],
  ['LTC', 'Litecoin'],
  ['POL', 'POL'],
  ['SOL', 'Solana'],
  ['USDC', 'USD Coin'],
  ['USDT', 'Tether USD'],
]);
