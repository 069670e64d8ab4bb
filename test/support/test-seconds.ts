/** How many seconds of processor time a file usually takes, by the folder in `test`. */
const USUALLY: Readonly<Record<string, number>> = {
  browser: 13,
  chains: 9,
  cli: 8,
  http: 4,
  process: 10,
  simulation: 20,
  store: 2,
  upgrade: 10,
};
const ELSEWHERE = 2;

/**
 * How many seconds of processor time other files take, roughly: `npm test` puts files into shards of about the same length.
 * A wrong number costs time only.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'test/browser/checkout-screens.test.ts': 90,
  'test/browser/every-page.test.ts': 150,
  'test/http/database-away.test.ts': 13,
  'test/http/invoice.test.ts': 25,
  'test/http/openapi.test.ts': 14,
  'test/http/payment-engine.test.ts': 10,
  'test/http/request-log.test.ts': 15,
  'test/http/session-sign-in.test.ts': 12,
  'test/store/amount-searches.test.ts': 8,
  'test/store/backups.test.ts': 25,
  'test/store/delivery-searches.test.ts': 13,
  'test/store/event-searches.test.ts': 16,
  'test/store/exact-amounts-contract.test.ts': 7,
  'test/store/exact-amounts.test.ts': 15,
  'test/store/intent-searches.test.ts': 20,
  'test/store/lock-waits.test.ts': 15,
  'test/store/move-merchant.test.ts': 8,
  'test/store/postgres-store.test.ts': 12,
  'test/store/seed.test.ts': 9,
  'test/store/servers.test.ts': 8,
  'test/store/watch-searches.test.ts': 22,
};

export const secondsOf = (file: string): number =>
  SECONDS[file] ?? USUALLY[/^test\/(\w+)\//.exec(file)?.[1] ?? ''] ?? ELSEWHERE;
