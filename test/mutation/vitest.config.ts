import { defineConfig } from 'vitest/config';

/** The tests that judge money and need neither a database nor a chain. A mutant that passes all of them has survived. */
export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts', 'src/usecases/{intents,payments,transfers,checkout}/**/*.test.ts'],
    isolate: false,
    // Stryker ends what never comes to an end. A busy machine must not kill a mutant.
    testTimeout: 900_000,
  },
});
