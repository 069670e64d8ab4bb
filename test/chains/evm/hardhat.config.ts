import type { HardhatUserConfig } from 'hardhat/config';

/** Where hardhat keeps files: outside the checkout's own folders. */
const FOLDER = 'node_modules/.cache/florin/hardhat';

/** Blocks are mined when a test asks for them, and may share a second, so the chain does not run ahead of the clock. */
const config: HardhatUserConfig = {
  paths: { sources: FOLDER, cache: FOLDER, artifacts: FOLDER, tests: FOLDER },
  networks: {
    node: {
      type: 'edr-simulated',
      chainId: Number(process.env['EVM_CHAIN_ID'] ?? 31_337),
      allowBlocksWithSameTimestamp: true,
      accounts: [],
      mining: { auto: false },
    },
  },
};

export default config;
