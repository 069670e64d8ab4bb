import { join } from 'node:path';

/** The newest migrations that the fixture's database has had. */
export const FIXTURE_MIGRATIONS = { control: 5, data: 8 };

export const FIXTURE_FOLDER = join(
  import.meta.dirname,
  `../fixtures/control-${FIXTURE_MIGRATIONS.control}-data-${FIXTURE_MIGRATIONS.data}`,
);

/** The main database, the data store of one merchant, and what the API showed of both. */
export const FIXTURE_FILES = {
  main: join(FIXTURE_FOLDER, 'main.sql.gz'),
  own: join(FIXTURE_FOLDER, 'own.sql.gz'),
  snapshot: join(FIXTURE_FOLDER, 'snapshot.json.gz'),
};

/** The expiry of open intents in the fixture, so that they are still open when the test runs. */
export const FAR_FUTURE = '2099-12-31T00:00:00.000Z';

export const FIXTURE_ORIGIN = 'https://pay.example.com';

const NO_NODE = 'http://127.0.0.1:9';

/** The settings of a node on this database. Wallets and intents can be read though no chain node answers. */
export const FIXTURE_ENV = {
  FLORIN_BASE_URL: FIXTURE_ORIGIN,
  FLORIN_LOG_LEVEL: 'fatal',
  FLORIN_RATE_CREATE: '100000',
  FLORIN_RATE_READ: '100000',
  FLORIN_SIMULATED_BLOCK_MS: '200',
  FLORIN_RPC_SOLANA_LOCAL: NO_NODE,
  FLORIN_RPC_LITECOIN_REGTEST: NO_NODE,
  FLORIN_RPC_BITCOIN_TESTNET: NO_NODE,
  FLORIN_RPC_LITECOIN: NO_NODE,
  FLORIN_RPC_SOLANA: NO_NODE,
};
