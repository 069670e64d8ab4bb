import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../src/domain/errors.ts';

const ROOT = join(import.meta.dirname, '..');

/** What git tracks, and what it would track: a rule holds before the commit, not after it. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sources = files.filter((file) => /^(src|bench|test|bin)\/.*\.[tj]s$/.test(file));
/** Types in generated.ts are written by `npm run types`. */
const webSources = files.filter((file) => /^web\/.*\.[tj]sx?$/.test(file) && !file.endsWith('/generated.ts'));
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && file !== 'test/tidy.test.ts';
const inSource = (folder: string) =>
  sources.filter((file) => file.startsWith(`src/${folder}`) && !file.endsWith('.test.ts'));

/** The SQL statements of a file: its template and plain strings that name a table of a plane. */
const statements = (file: string) =>
  [...read(file).matchAll(/`[^`]*`|'[^'\n]*'/g)]
    .map(([text]) => text)
    .filter((text) => /florin_(data|control)\.\w+/.test(text));

/** The files of the store that insert into a table. */
const writersOf = (table: string) =>
  inSource('store').filter((file) => new RegExp(`INSERT INTO ${table}\\b`).test(read(file)));

/** Where statements over many merchants are allowed: for a database's own work, backups, the watcher, and unique amounts. */
const MANY_MERCHANTS = new Set([
  'src/store/audit/audit-outbox.ts',
  'src/store/backups/check-data-rules.ts',
  'src/store/backups/left-out.ts',
  'src/store/backups/restore-targets.ts',
  'src/store/backups/restored-data.ts',
  'src/store/data-store.ts',
  'src/store/data-stores/delete-leftovers.ts',
  'src/store/data-stores/is-present.ts',
  'src/store/data-stores/join-scans.ts',
  'src/store/data-stores/make-partitions.ts',
  'src/store/data-stores/move-fence.ts',
  'src/store/data-stores/measure-database.ts',
  'src/store/data-stores/mover-session.ts',
  'src/store/data-stores/mover.ts',
  'src/store/data-stores/transfer-merchant.ts',
  'src/store/events/event-dispatch.ts',
  'src/store/payments/find-owed-by-others.ts',
  'src/store/payments/find-tip.ts',
  'src/store/payments/find-watch.ts',
  'src/store/payments/issue-amount.ts',
  'src/store/payments/list-shared.ts',
  'src/store/payments/payment-book.ts',
  'src/store/webhooks/delivery-queue.ts',
  'src/store/webhooks/lock-intents.ts',
]);

describe('the tree is tidy:', () => {
  it.each(inSource('store').filter((file) => !MANY_MERCHANTS.has(file)))(
    'every statement on the data plane names merchant and mode: %s',
    (file) => {
      for (const statement of statements(file).filter((text) => text.includes('florin_data.'))) {
        expect(statement).toMatch(/merchant_id/);
        expect(statement).toMatch(/livemode/);
      }
    },
  );

  it('the rule above looks at something', () => {
    expect(inSource('store/intents').flatMap(statements).length).toBeGreaterThanOrEqual(5);
  });

  it('one statement writes events, and one writes audit entries', () => {
    expect(writersOf('florin_data.events')).toEqual(['src/store/events/write-events.ts']);
    expect(writersOf('florin_data.audit_entries')).toEqual(['src/store/audit/write-audit-record.ts']);
  });

  it('no statement joins the planes', () => {
    for (const file of inSource('store')) {
      for (const statement of statements(file))
        expect(/florin_data\./.test(statement) && /florin_control\./.test(statement)).toBe(false);
    }
  });

  it('domain and use cases are given time and chance, and do not take them', () => {
    for (const file of [...inSource('domain'), ...inSource('usecases')]) {
      expect(read(file), file).not.toMatch(
        /Date\.now|new Date\(\)|Math\.random|randomBytes|randomUUID|performance\.now|setTimeout/,
      );
    }
  });

  it('the domain is given values and parses no JSON', () => {
    for (const file of inSource('domain')) expect(read(file), file).not.toMatch(/JSON\.parse/);
  });

  it.each(inSource('usecases').filter((file) => /^export (async )?(function|class|const) /m.test(read(file))))(
    'a use case has its tests beside it: %s',
    (file) => {
      expect(files).toContain(file.replace(/\.ts$/, '.test.ts'));
    },
  );

  it('no file of the product is longer than 300 lines', () => {
    for (const file of [
      ...sources.filter((name) => name.startsWith('src/') && !name.includes('.test')),
      ...webSources,
    ]) {
      expect(read(file).split('\n').length, file).toBeLessThanOrEqual(301);
    }
  });

  it('files have names that say what is in them', () => {
    for (const file of [...sources, ...webSources]) {
      expect(basename(file), file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)?\.[tj]sx?$/);
      expect(basename(file), file).not.toMatch(/^(utils?|helpers?|common|misc|index)\./);
    }
  });

  it('the folders of the dashboard pages are named after resources', () => {
    const resources = new Set(
      'intents invoices transfers wallets networks keys merchants sessions team customers items requests events webhooks checklist data-stores'.split(
        ' ',
      ),
    );
    const folders = webSources.flatMap((file) => /^web\/dashboard\/src\/pages\/([^/]+)\//.exec(file)?.[1] ?? []);
    expect(folders.length).toBeGreaterThan(0);
    for (const folder of folders) expect(resources).toContain(folder);
  });

  it('every error of the table is used', () => {
    const text = inSource('')
      .filter((file) => file !== 'src/domain/errors.ts')
      .map(read)
      .join('\n');
    for (const code of Object.keys(ERRORS)) expect(text, code).toMatch(new RegExp(`'${code}'`));
  });

  it('no test is skipped or alone', () => {
    for (const file of [...sources, ...webSources].filter(isTest)) {
      expect(read(file), file).not.toMatch(/\b(it|test|describe)\.(skip|only|todo|fails)\b/);
    }
  });

  it('no note is left for later, and no path of a machine', () => {
    for (const file of files.filter(
      (name) => /\.(tsx?|m?js|md|json|sql|css|html)$/.test(name) && name !== 'test/tidy.test.ts',
    )) {
      expect(read(file), file).not.toMatch(/\b(TODO|FIXME|XXX)\b/);
      expect(read(file), file).not.toMatch(/\/(home|root|Users|work)\/[a-z]+\//);
    }
  });

  it('CI runs the test command and nothing else', () => {
    expect(read('.ci/run')).toBe('#!/usr/bin/env bash\nset -euo pipefail\nnpm ci && npm test\n');
  });
});

describe('the lockfile', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }>;
  };

  it('names no registry', () => {
    for (const [name, entry] of Object.entries(lock.packages)) {
      // A workspace is a link to its folder here.
      if (entry.link) expect(entry.resolved, name).toMatch(/^web\/[a-z]+$/);
      else expect(entry.resolved, name).toBeUndefined();
    }
  });

  it('holds every package that it names, and the binaries of both architectures', () => {
    const names = Object.entries(lock.packages).flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
    for (const name of names) expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
    const [arm, intel] = ['arm64', 'x64'].map((cpu) =>
      names.filter((name) => name.endsWith(`linux-${cpu}`) || name.endsWith(`linux-${cpu}-gnu`)),
    );
    expect(arm?.length).toBeGreaterThan(5);
    expect(intel?.map((name) => name.replace('x64', 'arm64')).sort()).toEqual(arm?.sort());
  });
});
