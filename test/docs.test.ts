import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/cli/commands.ts';
import { EXIT_CODES } from '../src/cli/exit-code.ts';
import { ERRORS } from '../src/domain/errors.ts';
import { LIMITS } from '../src/domain/limits.ts';
import { isAllowed, MEMBER_ROLES, PERMISSION_NAMES, PERMISSIONS } from '../src/domain/team/roles.ts';
import { checkLimits, findUnmarked, findUnmarkedRows } from './docs/check-limits.ts';
import {
  checkCommands,
  checkScripts,
  checkVariables,
  commandRowsOf,
  errorCodesOf,
  mockedCodesOf,
  variableRowsOf,
  variablesOf,
} from './docs/check-names.ts';
import { checkLinks, checkPaths, findUnlisted, type Tree } from './docs/check-paths.ts';
import { checkVocabulary } from './docs/check-vocabulary.ts';
import { CHECKED_FOLDERS, UNCHECKED } from './docs/vocabulary.ts';

const ROOT = join(import.meta.dirname, '..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const documents = new Map(
  files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file)).map((file) => [file, read(file)]),
);
const everyDocument = [...documents.keys()];
const textOf = (document: string) => documents.get(document) ?? '';

/** Records of a decision, a release or a measurement keep the numbers of their time. */
const livingDocuments = everyDocument.filter((file) => !/^docs\/(adr\/|performance|reliability)|^CHANGELOG/.test(file));

/** Git does not track folders, so they are derived from the files. `bench/results` is created by the benchmark. */
const foldersOf = (path: string): string[] => (path === '.' ? [] : [path, ...foldersOf(posix.dirname(path))]);
const tree: Tree = { documents, paths: new Set(['bench/results', ...files.flatMap(foldersOf)]) };

const commandNames = new Set(['help', ...commands.map(({ name }) => name)]);
const isKnown = (code: string) => Object.hasOwn(ERRORS, code);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const variables = variablesOf(`${read('src/config.ts')}${read('src/domain/networks/rpc-variable.ts')}`);
const figures = {
  limits: LIMITS,
  readSource: (path: string) => (files.includes(path) ? read(path) : undefined),
};

describe('paths and links', () => {
  it.each(everyDocument)('exist in %s', (document) => {
    expect([...checkPaths(textOf(document), tree), ...checkLinks(document, tree)]).toEqual([]);
  });

  it('include every decision record', () => {
    const records = files.filter((file) => file.startsWith('docs/adr/'));
    expect(findUnlisted(records, textOf('docs/architecture.md'), 'docs')).toEqual([]);
  });

  it('are reported if they do not exist', () => {
    const planted: Tree = {
      documents: new Map([
        ['docs/a.md', '# A b\n[x](b.md) [y](c.md) [z](#a-b) [w](#b) [v](b.md#one-two) [u](b.md#three)'],
        ['docs/b.md', '## One, two\n'],
      ]),
      paths: new Set(['docs', 'docs/a.md', 'docs/b.md', 'src', 'src/store', 'src/store/keys.ts']),
    };
    expect(checkLinks('docs/a.md', planted)).toEqual([
      'c.md does not exist',
      'docs/a.md has no heading for #b',
      'docs/b.md has no heading for #three',
    ]);
    expect(checkPaths('`src/store/keys.ts` `keys.ts` `src/store/` `src/store/<name>.ts` `x.y`', planted)).toEqual([]);
    expect(checkPaths('`store/key-cache.ts` `lost.ts` `src/http/` `src/http/<name>.ts`', planted)).toHaveLength(4);
    expect(findUnlisted(['docs/b.md', 'docs/c.md'], '[b](b.md)', 'docs')).toEqual(['docs/c.md']);
  });
});

describe('limits', () => {
  it.each(everyDocument)('equal those of the code in %s', (document) => {
    expect(checkLimits(textOf(document), figures)).toEqual([]);
  });

  it.each(livingDocuments)('have a name in %s', (document) => {
    expect([...findUnmarked(textOf(document)), ...findUnmarkedRows(textOf(document))]).toEqual([]);
  });

  it('are reported if they differ or have no name', () => {
    const planted = {
      limits: { bodyBytesMax: 65_536, keyCacheMs: 3_000, burst: 2, linkDays: 30, waitSecondsMax: 60 },
      readSource: (path: string) => (path === 'src/log.ts' ? 'const BUFFER = 8 * 1_024;\n{ flush: 1_000 }' : undefined),
    };
    const right = [
      '64 KiB<!-- bodyBytesMax -->',
      '65,536<!-- bodyBytesMax --> bytes',
      '3 s<!-- keyCacheMs -->',
      '6 s<!-- keyCacheMs*burst -->',
      '6.0 s<!-- keyCacheMs+keyCacheMs -->',
      '`3000`<!-- keyCacheMs -->',
      '30 days<!-- linkDays -->',
      '1 min<!-- waitSecondsMax -->',
      '8,192 characters<!-- src/log.ts#BUFFER -->',
      '1 s<!-- src/log.ts#flush -->',
      '16 KiB<!-- fixed -->',
    ];
    expect(checkLimits(right.join('\n'), planted)).toEqual([]);
    expect(findUnmarked(right.join('\n'))).toEqual([]);
    const wrong = [
      '32 KiB<!-- bodyBytesMax -->',
      '3<!-- burst -->',
      '4,096 characters<!-- src/log.ts#BUFFER -->',
      '3 s<!-- keyCashMs -->',
      '3 s<!-- src/lost.ts#BUFFER -->',
      'three<!-- burst -->',
    ];
    expect(checkLimits(wrong.join('\n'), planted)).toHaveLength(wrong.length);
    expect(findUnmarked('at most 64 KiB, kept for 7 days, 5 per minute')).toHaveLength(3);
    expect(findUnmarkedRows('## Limits\n| What | Limit |\n|---|---|\n| Body | 7 |\n')).toHaveLength(1);
  });
});

describe('commands, scripts and variables', () => {
  it.each(everyDocument)('exist in %s', (document) => {
    const text = textOf(document);
    expect(checkCommands(text, commandNames)).toEqual([]);
    expect(checkScripts(text, new Set(Object.keys(scripts)))).toEqual([]);
    expect(checkVariables(text, new Set(variables))).toEqual([]);
  });

  it('the README lists every command', () => {
    expect(commandRowsOf(textOf('README.md')).sort()).toEqual([...commandNames].sort());
  });

  it('the command line’s document has every command with its options and examples', () => {
    const parts = new Map(
      textOf('docs/cli.md')
        .split(/^### /m)
        .map((part) => [/^`([^`]*)`/.exec(part)?.[1] ?? '', part]),
    );
    const missing = commands.flatMap(({ name, options, examples }) => {
      // What `--profile` does is said once, for all.
      const named = Object.keys(options).filter((option) => option !== 'profile');
      const texts = [...named.map((option) => `\`--${option}`), ...examples.map((line) => `npx florin ${line}\n`)];
      return texts.filter((text) => !parts.get(name)?.includes(text)).map((text) => `${name}: ${text}`);
    });
    expect(missing).toEqual([]);
    expect(Object.values(EXIT_CODES).length).toBe(textOf('docs/cli.md').match(/^\| \d \|/gm)?.length);
  });

  it('the configuration lists every environment variable', () => {
    expect(variableRowsOf(textOf('docs/configuration.md')).sort()).toEqual([...variables].sort());
    expect(variables.length).toBeGreaterThan(15);
  });

  it('are reported if they do not exist', () => {
    expect(checkCommands('npx florin keys roll key_… and npx florin pay pi_…', commandNames)).toEqual([]);
    expect(checkCommands('npx florin keys rol key_… and npx florin play', commandNames)).toHaveLength(2);
    expect(checkScripts('npm run check, npm run chek', new Set(['check']))).toHaveLength(1);
    expect(checkVariables('FLORIN_SECRET FLORIN_SECRETS', new Set(['FLORIN_SECRET']))).toHaveLength(1);
    expect(commandRowsOf('| `npx florin keys roll` | Rolls. |\n')).toEqual(['keys roll']);
    expect(variableRowsOf('| `PORT` | 3000 |\n| `FLORIN_RPC_<NETWORK>` | – |\n')).toHaveLength(2);
    expect(variablesOf("text(env, 'HOST'); rpcVariable(name)")).toEqual(['HOST', 'FLORIN_RPC_<NETWORK>']);
  });
});

describe('error codes', () => {
  it.each(everyDocument)('exist in %s', (document) => {
    expect(errorCodesOf(textOf(document)).filter((code) => !isKnown(code))).toEqual([]);
  });

  it('exist in the mocks of the dashboard', () => {
    const mocks = files.filter((file) => /^web\/dashboard\/test\/mock-.*\.ts$/.test(file));
    const codes = mocks.flatMap((file) => mockedCodesOf(read(file)));
    expect(codes.filter((code) => !isKnown(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(5);
  });

  it('are found', () => {
    expect(errorCodesOf('409 `invalid_state`, 503 `unavailable`, `404 not_found`, fails with `rate_limited`')).toEqual([
      'invalid_state',
      'unavailable',
      'not_found',
      'rate_limited',
    ]);
    expect(mockedCodesOf("new ApiError(409, 'invalid_stat', 'x')")).toEqual(['invalid_stat']);
    expect(isKnown('invalid_stat')).toBe(false);
  });
});

const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`;

describe('roles', () => {
  it('in the documentation are those that the server enforces', () => {
    const rows = PERMISSION_NAMES.map((name) => {
      const answers = MEMBER_ROLES.map((role) => (isAllowed(role, name) ? 'yes' : 'no'));
      return cells([`\`${name}\``, PERMISSIONS[name].allows, ...answers]);
    });
    const heads = MEMBER_ROLES.map((role) => `${role.slice(0, 1).toUpperCase()}${role.slice(1)}`);
    const table = [cells(['Permission', 'Allows', ...heads]), `|---|---|${'---|'.repeat(heads.length)}`, ...rows];
    expect(textOf('docs/team.md')).toContain(`\n\n${table.join('\n')}\n\n`);
  });
});

describe('vocabulary', () => {
  const checked = files.filter(
    (file) =>
      CHECKED_FOLDERS.some((folder) => file.startsWith(folder)) &&
      /\.(md|tsx?|mjs|js|sql)$/.test(file) &&
      !UNCHECKED.test(file),
  );

  it('holds in documents and code', () => {
    expect(checked.flatMap((file) => checkVocabulary(file, read(file)))).toEqual([]);
    for (const folder of CHECKED_FOLDERS) expect(files.some((file) => file.startsWith(folder))).toBe(true);
  });

  it('finds words in prose, strings, identifiers and comments', () => {
    expect(checkVocabulary('a.md', 'The colour of a stray. `refusal` stays.')).toHaveLength(2);
    expect(checkVocabulary('a.ts', "import { x } from './set-up.ts';\nconst strayTransfers = 'mend it';")).toHaveLength(
      2,
    );
    expect(checkVocabulary('a.sql', '-- Money that counts for nobody.\n  refusal text NOT NULL')).toHaveLength(1);
    expect(checkVocabulary('src/store/a.ts', '/** A refusal. */\n  reason: row.refusal,')).toHaveLength(1);
    expect(checkVocabulary('a.md', 'Canceled payments and the catalog are recommended.')).toEqual([]);
  });
});
