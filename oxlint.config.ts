import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * The import arrows of docs/architecture.md. A folder lists what it must not reach; whatever is not listed here
 * it may import. `main.ts` and the folder `main` are the composition root and have no entry.
 */
const forbidden: Record<string, string[]> = {
  domain: ['ports', 'usecases', 'store', 'chains', 'system', 'http', 'workers', 'cli', 'config', 'main'],
  ports: ['usecases', 'store', 'chains', 'system', 'http', 'workers', 'cli', 'config', 'main'],
  usecases: ['store', 'chains', 'system', 'http', 'workers', 'cli', 'config', 'main'],
  store: ['usecases', 'chains', 'system', 'http', 'workers', 'cli', 'config', 'main'],
  chains: ['usecases', 'store', 'system', 'http', 'workers', 'cli', 'config', 'main'],
  system: ['usecases', 'store', 'chains', 'http', 'workers', 'cli', 'config', 'main'],
  http: ['store', 'chains', 'system', 'workers', 'cli', 'main'],
  workers: ['store', 'chains', 'system', 'http', 'cli', 'main'],
  cli: ['store', 'chains', 'system', 'http', 'workers', 'main'],
};

/**
 * Imports that reach a layer from a file so many folders below src. The depth tells a layer from a room of the same
 * name: `../checkout/x.ts` inside `http/intents` is a room, `../../checkout/x.ts` would be a layer.
 */
const arrowsTo = (layers: string[], depth: number) =>
  layers.map((layer) => ({
    regex: `^${depth === 0 ? '\\./' : '(\\.\\./)'.repeat(depth)}${layer}(/|\\.ts$)`,
    message: `This file may not import ${layer} (docs/architecture.md).`,
  }));

/** The domain is pure: no clock, no randomness, no I/O, so no built-in module and no package either. */
const pure = { regex: '^[^.]', message: 'The domain imports nothing but itself.' };

/**
 * The server and the browser draw the same screens, so they are made of nothing that only one of them has. What they
 * need beside their own folder is the drawing library.
 */
const drawnOnBothSides = [
  {
    // Each line takes back what the one before has said.
    group: ['*', 'node:*', '!preact', '!./**', '!../**', '**/text/**', '**/element/**', '**/src/**'],
    message: 'A view imports preact and its own folder.',
  },
];

function restrict(files: string[], patterns: { regex?: string; group?: string[]; message: string }[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    // The framework's hooks are callbacks; a promise on the hot path is what they save.
    'promise/no-callback-in-promise': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'no-console': 'error',
    eqeqeq: 'error',
  },
  overrides: [
    ...Object.entries(forbidden).flatMap(([folder, layers]) =>
      ['*', '*/*', '*/*/*'].map((files, index) =>
        restrict(
          [`src/${folder}/${files}.ts`],
          [...arrowsTo(layers, index + 1), ...(folder === 'domain' ? [pure] : [])],
        ),
      ),
    ),
    restrict(
      ['src/config.ts'],
      arrowsTo(['ports', 'usecases', 'store', 'chains', 'system', 'http', 'workers', 'cli', 'main'], 0),
    ),
    // What a browser runs knows the server by its interface only.
    restrict(
      ['web/dashboard/**'],
      [{ regex: '^(\\.\\./){2,}src/', message: 'The dashboard imports nothing of the server.' }],
    ),
    restrict(['web/checkout/view/**/*.ts'], drawnOnBothSides),
    // Nothing of the server's may reach the payer's browser.
    restrict(
      ['web/checkout/{element,text,wallets}/**/*.ts'],
      [{ regex: '^((\\.\\./)+src/|node:)', message: 'The checkout in the browser imports nothing of the server.' }],
    ),
    { files: ['src/**/*.test.ts', 'web/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    { files: ['test/**', 'bench/**', 'tools/**', 'examples/**'], rules: { 'no-console': 'off' } },
  ],
});
