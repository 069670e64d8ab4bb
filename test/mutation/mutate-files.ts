import { readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const ROOT = join(import.meta.dirname, '../..');
const TEMPORARY = '.stryker-tmp';

/** What the tests made of one mutant. */
export interface JudgedMutant {
  file: string;
  line: number;
  /** The line that the mutated code starts in. */
  lineText: string;
  original: string;
  replacement: string;
  killed: boolean;
}

/** Mutates the files one change at a time and runs the tests that reach it. Strings are not mutated: they are wording. */
export async function mutateFiles(files: readonly string[]): Promise<JudgedMutant[]> {
  const stryker = new Stryker({
    mutate: [...files],
    mutator: { excludedMutations: ['StringLiteral'], plugins: [] },
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // It would be read with an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    tempDirName: TEMPORARY,
    ignorePatterns: ['bench', 'docs', 'examples', 'web', '.florin'],
    concurrency: availableParallelism(),
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  });
  try {
    const results = await stryker.runMutationTest();
    return await Promise.all(
      results
        .filter(({ status }) => status !== 'Ignored')
        .map(async ({ fileName, location, replacement, status }) => {
          const text = await readFile(fileName, 'utf8');
          return {
            file: relative(ROOT, fileName),
            line: location.start.line,
            lineText: text.split('\n')[location.start.line - 1] ?? '',
            original: textAt(text, location),
            replacement,
            killed: status === 'Killed' || status === 'Timeout',
          };
        }),
    );
  } finally {
    await rm(join(ROOT, TEMPORARY), { recursive: true, force: true });
  }
}

interface Position {
  line: number;
  column: number;
}

function textAt(text: string, { start, end }: { start: Position; end: Position }): string {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}
