import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPromtool } from '../support/find-promtool.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = 'deploy/prometheus/alerts.yaml';
const RULE_TESTS = 'deploy/prometheus/alerts.test.yaml';

const promtool = findPromtool();
const run = (...args: string[]) => spawnSync(promtool ?? '', args, { cwd: ROOT, encoding: 'utf8' });

describe.skipIf(promtool === undefined)('Prometheus', () => {
  it('accepts the rules', () => {
    const count = readFileSync(join(ROOT, RULES), 'utf8').match(/^ +- alert: /gm)?.length;
    const { status, stdout, stderr } = run('check', 'rules', '--lint-fatal', RULES);
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining(`${count} rules found`)]);
  });

  it('accepts the scrape job', () => {
    const { status, stdout, stderr } = run('check', 'config', '--syntax-only', 'deploy/prometheus/scrape.yaml');
    expect(status, stdout + stderr).toBe(0);
  });

  it('fires them when it should, and not before', () => {
    const { status, stdout, stderr } = run('test', 'rules', RULE_TESTS);
    expect(status, stdout + stderr).toBe(0);
  });
});
