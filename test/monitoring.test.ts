import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const RULES = 'deploy/prometheus/alerts.yaml';
const RULE_TESTS = 'deploy/prometheus/alerts.test.yaml';
/** What a tired reader needs of each alert, in this order. */
const PARTS = ['What it means', 'Who is affected', 'Confirm', 'What to do', 'Escalate'];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const alerts = namesIn(read(RULES), /^ +- alert: (\w+)$/gm);
const entries = new Map(
  read('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry]),
);

it('the scrape jobs have the name that the rules ask for', () => {
  expect(read(RULES)).toContain('up{job="florin"}');
  for (const file of ['scrape', 'scrape-kubernetes'])
    expect(namesIn(read(`deploy/prometheus/${file}.yaml`), /job_name: (\S+)$/gm)).toEqual(['florin']);
});

describe('every alert', () => {
  it('has an entry in the runbook, and every entry an alert', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect([...entries.keys()].filter((title) => title.startsWith('Florin'))).toEqual(alerts);
  });

  it('links to its entry and says how urgent it is', () => {
    const rules = read(RULES)
      .split(/^ +- alert: /m)
      .slice(1);
    expect(rules.map((rule) => /runbook_url: (\S+)$/m.exec(rule)?.[1])).toEqual(
      alerts.map((name) => `docs/runbook.md#${name.toLowerCase()}`),
    );
    for (const rule of rules) expect(rule).toMatch(/^ +severity: (page|warn)$/m);
  });

  it('is fired by a test of the rules', () => {
    expect(new Set(namesIn(read(RULE_TESTS), /alertname="(\w+)"/g))).toEqual(new Set(alerts));
  });

  it.each(alerts)('%s: what it means, who is affected, how to confirm it, what to do, when to escalate', (name) => {
    const bold = namesIn(entries.get(name) ?? '', /^\*\*([^*]+?)\.?\*\*/gm);
    expect(bold).toEqual(PARTS);
    expect(entries.get(name)).toContain('```sh\n');
  });
});
