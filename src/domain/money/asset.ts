import type { CryptoAmount } from './money.ts';

/** The assets that Florin knows by name. An intent in any other asset is stored with a warning. */
export const ASSETS: ReadonlyMap<string, string> = new Map([
  ['BNB', 'BNB'],
  ['BTC', 'Bitcoin'],
  ['DAI', 'Dai'],
  ['ETH', 'Ether'],
  ['EURC', 'Euro Coin'],
  ['LTC', 'Litecoin'],
  ['POL', 'POL'],
  ['SOL', 'Solana'],
  ['USDC', 'USD Coin'],
  ['USDT', 'Tether USD'],
]);

/** Assets that keep their price against a currency. */
export const STABLECOINS: ReadonlySet<string> = new Set(['DAI', 'EURC', 'USDC', 'USDT']);

/** An asset on one network: the network's native coin, or a token with its address there. */
export interface AssetOnNetwork {
  code: string;
  network: string;
  token: string | undefined;
  decimals: number;
  /** What the operator stated for a token of the file; otherwise it depends on the code. */
  dustFloor?: CryptoAmount;
}

const coin = (code: string, decimals: number, networks: readonly string[]): AssetOnNetwork[] =>
  networks.map((network) => ({ code, network, token: undefined, decimals }));

const token = (code: string, network: string, address: string, decimals: number): AssetOnNetwork => ({
  code,
  network,
  token: address,
  decimals,
});

/** Where each asset can be paid, and how many decimals it has there. An operator can add more in a file. */
export const ASSETS_ON_NETWORKS: readonly AssetOnNetwork[] = [
  ...coin('SOL', 9, ['solana', 'solana-devnet', 'solana-local']),
  ...coin('BTC', 8, ['bitcoin', 'bitcoin-testnet', 'bitcoin-regtest']),
  ...coin('LTC', 8, ['litecoin', 'litecoin-testnet', 'litecoin-regtest']),
  ...coin('ETH', 18, ['ethereum', 'base', 'arbitrum', 'ethereum-sepolia', 'base-sepolia', 'evm-local']),
  ...coin('POL', 18, ['polygon']),
  ...coin('BNB', 18, ['bnb']),
  token('USDC', 'solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6),
  token('USDT', 'solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6),
  token('USDC', 'solana-devnet', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 6),
  token('USDC', 'ethereum', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
  token('USDT', 'ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6),
  token('DAI', 'ethereum', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18),
  token('EURC', 'ethereum', '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', 6),
  token('USDC', 'base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6),
  token('USDT', 'base', '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 6),
  token('DAI', 'base', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18),
  token('EURC', 'base', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 6),
  token('USDC', 'polygon', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6),
  token('USDT', 'polygon', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6),
  token('DAI', 'polygon', '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 18),
  token('USDC', 'bnb', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18),
  token('USDT', 'bnb', '0x55d398326f99059fF775485246999027B3197955', 18),
  token('DAI', 'bnb', '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', 18),
  token('USDC', 'arbitrum', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6),
  token('USDT', 'arbitrum', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6),
  token('DAI', 'arbitrum', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18),
  token('USDC', 'ethereum-sepolia', '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', 6),
  token('EURC', 'ethereum-sepolia', '0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4', 6),
  token('USDC', 'base-sepolia', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 6),
  token('EURC', 'base-sepolia', '0x808456652fdb597867f38412077A9182bf77359F', 6),
];
