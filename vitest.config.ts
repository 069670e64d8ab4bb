import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** These bounds end what never comes to an end. They are far above what a busy machine needs. */
const bounds = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 240_000 } } };

/** What needs a real PostgreSQL, processes and ports: one file after another. */
const onRealServers = {
  ...bounds,
  globalSetup: 'test/support/global-setup.ts',
  fileParallelism: false,
  // What one file has loaded serves the next: browsers and chains take a second to load.
  isolate: false,
};

/**
 * Tests of the checkout alone that take more than half a second of a processor: floods, threads, PDFs, every page of the docs,
 * every character there is. `npm test` runs them; `npm run check` leaves them out to stay short.
 */
const LONG = [
  'src/chains/bitcoin/read-wallet.test.ts',
  'src/chains/esplora/create-address-polls.test.ts',
  'src/chains/evm/{cursor,read-wallet}.test.ts',
  'src/chains/rpc/rate-limits.test.ts',
  'src/chains/solana/{list-new,scan}.test.ts',
  'src/cli/completion/completion.test.ts',
  'src/cli/events/listen.test.ts',
  'src/domain/ip-ranges.test.ts',
  'src/domain/money/exchange-rate.test.ts',
  'src/domain/sessions/fold-email.test.ts',
  'src/http/docs/{docs-site,get-docs,search}.test.ts',
  'src/http/invoices/pdf-{text,thread}.test.ts',
  'src/http/server/{credential-lookups,intake,payer-gate,visitor-gate}.test.ts',
  'src/store/database/bind-message.test.ts',
  'src/store/searches/read-customer-name.test.ts',
  'src/system/passkey-ceremonies.test.ts',
  'src/system/remote/connect-api.test.ts',
  'src/usecases/webhooks/view-health.test.ts',
  'web/checkout/render.test.ts',
  'web/checkout/view/encode-qr.test.ts',
  'test/{deployment,size}.test.ts',
];

const EVERY_PAGE = 'test/browser/every-page.test.ts';
const EVERY_SCREEN = 'test/browser/checkout-screens.test.ts';

/**
 * `unit` needs nothing but the checkout and stays inside `npm run check`. `npm test` splits the others into shards:
 * `long` (units that take longer), `http` (with the commands), `store`, `engine` (chains and the simulation), `process`, and in
 * a browser `browser`, `pages` (every page of the dashboard) and `screens` (every screen of the checkout).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Contract suites run here on the test double, and in `store` on every PostgreSQL too.
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/*.test.ts', 'test/store/*-contract.test.ts'],
          exclude: LONG,
          ...bounds,
          // They hold no state, so what one file has loaded serves the next: less than half the time.
          isolate: false,
          // One for each core: Vitest leaves one free, which only the analyses beside it use, and they are sooner done.
          maxWorkers: availableParallelism(),
        },
      },
      {
        test: {
          name: 'long',
          include: LONG,
          ...bounds,
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'http',
          include: ['test/{http,cli}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'store',
          setupFiles: 'test/support/print-activity.ts',
          include: ['test/store/**/*.test.ts'],
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'process',
          include: ['test/{process,upgrade}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: [EVERY_PAGE, EVERY_SCREEN],
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'pages',
          include: [EVERY_PAGE],
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'screens',
          include: [EVERY_SCREEN],
          // It serves its screens itself.
          globalSetup: [],
        },
      },
      {
        test: {
          ...onRealServers,
          name: 'engine',
          include: ['test/{chains,simulation}/**/*.test.ts'],
        },
      },
    ],
  },
});
