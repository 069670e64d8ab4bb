import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` needs nothing but the checkout and stays inside `npm run check`; `whole` needs a real
 * PostgreSQL, processes and ports, and is run by `npm test`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/*.test.ts'],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['test/{store,http,process,cli,browser,chains}/**/*.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
