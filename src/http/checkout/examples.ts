import type { Static } from 'typebox';
import type { PreparedSchema } from './prepared-schema.ts';

const solana: Static<typeof PreparedSchema> = {
  transaction: 'AQAAAAAAAAAAAAAA',
  network: 'solana',
  chain: 'solana:mainnet',
};

/** A transfer of 12.500123 USDC. */
const evm: Static<typeof PreparedSchema> = {
  call: {
    to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    value: '0x0',
    data:
      '0xa9059cbb' +
      '000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa96045' +
      '0000000000000000000000000000000000000000000000000000000000bebc9b',
  },
  authorization: null,
  add_chain: {
    chainId: '0x2105',
    chainName: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://mainnet.base.org'],
    blockExplorerUrls: ['https://basescan.org'],
  },
  network: 'base',
  chain: 'eip155:8453',
};

/** A prepared transaction as the API returns it. */
export const examplesOfPrepared = {
  solana: { summary: 'On Solana', value: solana },
  evm: { summary: 'On an EVM network', value: evm },
};
