import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** A small copy of the tree in which every file breaks one rule, except those that show what is allowed. */
const FILES: Record<string, string> = {
  'src/domain/intents/imports-store.ts': "export { leaf } from '../../store/leaf.ts';\n",
  'src/domain/intents/imports-node.ts': "export { join } from 'node:path';\n",
  'src/usecases/intents/imports-http.ts': "export { leaf } from '../../http/leaf.ts';\n",
  'src/http/intents/imports-chains.ts': "export { leaf } from '../../chains/leaf.ts';\n",
  'src/http/intents/imports-usecases.ts': "export { leaf } from '../../usecases/leaf.ts';\n",
  'web/dashboard/src/api/imports-server.ts': "export { leaf } from '../../../../src/domain/leaf.ts';\n",
  'src/domain/items/circle-a.ts': "import { b } from './circle-b.ts';\n\nexport const a = (): number => b();\n",
  'src/domain/items/circle-b.ts': "import { a } from './circle-a.ts';\n\nexport const b = (): number => a();\n",
  ...Object.fromEntries(
    ['domain', 'store', 'http', 'chains', 'usecases'].map((layer) => [
      `src/${layer}/leaf.ts`,
      'export const leaf = 1;\n',
    ]),
  ),
};

interface Diagnostic {
  code: string;
  filename: string;
}

const folder = mkdtempSync(join(tmpdir(), 'florin-lint-'));
let diagnostics: Diagnostic[];

beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // The rules of this project, without those that need types: they would take seconds, and no arrow needs them.
  writeFileSync(
    join(folder, 'oxlint.config.ts'),
    `import config from ${JSON.stringify(join(ROOT, 'oxlint.config.ts'))};\n\nexport default { ...config, options: {} };\n`,
  );
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json', 'src', 'web'], {
    cwd: folder,
    encoding: 'utf8',
  });
  ({ diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] });
});

afterAll(() => rmSync(folder, { recursive: true }));

const rulesBrokenBy = (file: string) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code);

describe('the linter reports', () => {
  it.each([
    ['src/domain/intents/imports-store.ts', 'no-restricted-imports'],
    ['src/domain/intents/imports-node.ts', 'no-restricted-imports'],
    ['src/usecases/intents/imports-http.ts', 'no-restricted-imports'],
    ['src/http/intents/imports-chains.ts', 'no-restricted-imports'],
    ['web/dashboard/src/api/imports-server.ts', 'no-restricted-imports'],
    ['src/domain/items/circle-a.ts', 'no-cycle'],
    ['src/domain/items/circle-b.ts', 'no-cycle'],
  ])('%s: %s', (file, rule) => {
    expect(rulesBrokenBy(file)).toEqual([expect.stringContaining(rule)]);
  });

  it('nothing in an allowed import', () => {
    expect(rulesBrokenBy('src/http/intents/imports-usecases.ts')).toEqual([]);
    expect(rulesBrokenBy('src/domain/leaf.ts')).toEqual([]);
  });
});
