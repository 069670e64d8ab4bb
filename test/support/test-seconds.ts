/** How many seconds a file usually takes beside four others on two cores, by the folder in `test`. */
const USUALLY: Readonly<Record<string, number>> = {
  browser: 23,
  chains: 20,
  cli: 17,
  http: 10,
  process: 25,
  simulation: 7,
  store: 4,
  upgrade: 13,
};
const ELSEWHERE = 2;

/**
 * How many seconds other files take, roughly: `npm test` puts files into shards of about the same length. A wrong number costs
 * time only.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'test/browser/checkout-screens.test.ts': 96,
  'test/browser/dashboard-webhooks.test.ts': 55,
  'test/browser/every-page.test.ts': 303,
  'test/browser/wallet-screens.test.ts': 73,
  'test/chains/adapter-contract.test.ts': 78,
  'test/chains/attacks.test.ts': 55,
  'test/chains/engine-esplora.test.ts': 86,
  'test/chains/engine-evm-limits.test.ts': 45,
  'test/chains/engine.test.ts': 97,
  'test/http/database-away.test.ts': 25,
  'test/http/invoice.test.ts': 44,
  'test/http/openapi.test.ts': 27,
  'test/http/payment-engine.test.ts': 25,
  'test/http/request-log.test.ts': 26,
  'test/process/backup.test.ts': 106,
  'test/process/embedded.test.ts': 67,
  'test/process/faults.test.ts': 209,
  'test/process/lifecycle.test.ts': 57,
  'test/simulation/postgres.test.ts': 27,
  'test/store/backups.test.ts': 42,
  'test/store/delivery-order-contract.test.ts': 31,
  'test/store/delivery-queue-contract.test.ts': 25,
  'test/store/delivery-searches.test.ts': 20,
  'test/store/event-searches.test.ts': 22,
  'test/store/exact-amounts-contract.test.ts': 20,
  'test/store/exact-amounts.test.ts': 17,
  'test/store/intent-searches.test.ts': 29,
  'test/store/move-merchant.test.ts': 20,
  'test/store/postgres-store.test.ts': 35,
  'test/store/seed.test.ts': 29,
  'test/store/watch-searches.test.ts': 23,
  'test/upgrade/rolling.test.ts': 41,
};

export const secondsOf = (file: string): number =>
  SECONDS[file] ?? USUALLY[/^test\/(\w+)\//.exec(file)?.[1] ?? ''] ?? ELSEWHERE;
