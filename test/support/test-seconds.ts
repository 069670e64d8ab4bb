/** How many seconds a file usually takes beside four others on two cores, by the folder in `test`. */
const USUALLY: Readonly<Record<string, number>> = {
  browser: 34,
  chains: 23,
  cli: 26,
  http: 11,
  process: 33,
  simulation: 32,
  store: 5,
  upgrade: 17,
};
const ELSEWHERE = 6;

/**
 * How many seconds other files take, roughly: `npm test` puts files into shards of about the same length. A wrong number costs
 * time only.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'test/browser/checkout-screens.test.ts': 172,
  'test/browser/every-page.test.ts': 370,
  'test/browser/wallet-screens.test.ts': 87,
  'test/chains/adapter-contract.test.ts': 94,
  'test/chains/engine-esplora.test.ts': 82,
  'test/chains/engine.test.ts': 114,
  'test/http/database-away.test.ts': 34,
  'test/http/invoice.test.ts': 40,
  'test/http/openapi.test.ts': 59,
  'test/process/backup.test.ts': 136,
  'test/process/faults.test.ts': 198,
  'test/store/amount-searches.test.ts': 37,
  'test/store/backups.test.ts': 94,
  'test/store/delivery-searches.test.ts': 44,
  'test/store/event-searches.test.ts': 62,
  'test/store/exact-amounts-contract.test.ts': 27,
  'test/store/exact-amounts.test.ts': 29,
  'test/store/intent-searches.test.ts': 78,
  'test/store/lock-waits.test.ts': 109,
  'test/store/move-merchant.test.ts': 36,
  'test/store/postgres-store.test.ts': 34,
  'test/store/seed.test.ts': 43,
  'test/store/watch-searches.test.ts': 70,
};

export const secondsOf = (file: string): number =>
  SECONDS[file] ?? USUALLY[/^test\/(\w+)\//.exec(file)?.[1] ?? ''] ?? ELSEWHERE;
