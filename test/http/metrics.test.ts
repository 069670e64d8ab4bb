import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVER_ROLE } from '../../src/store/embedded/roles.ts';
import { type Shop, startShop } from './start-shop.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** A pattern for grep, such as `florin_network_(lag|scan)_seconds`, names several. */
const expand = (text: string) =>
  text.replaceAll(/\b(florin_\w*)\(([\w|.*-]+)\)(\w*)/g, (_, start: string, names: string, end: string) =>
    names
      .split('|')
      .map((name) => `${start}${name.replace(/\..*/, '')}${end}`)
      .join(' '),
  );
/** Everything that is named like a metric; only the database's role is none. */
const metricsIn = (text: string) =>
  new Set(
    expand(text)
      .replaceAll(SERVER_ROLE, '')
      .match(/\bflorin_[a-z0-9_]+/g),
  );

let shop: Shop;
/** The type of every metric that a server with all roles exports, by its name. */
let types: Map<string, string>;
let firstScrape: string;

beforeAll(async () => {
  shop = await startShop();
  firstScrape = await (await fetch(`${shop.baseUrl}/metrics`)).text();
  types = new Map([...firstScrape.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
});

afterAll(() => shop.stop());

/** A histogram is asked for its parts. */
const baseOf = (name: string): string => {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return types.get(base) === 'histogram' ? base : name;
};

it.each([
  'deploy/grafana/florin.json',
  'deploy/prometheus/alerts.yaml',
  'deploy/prometheus/alerts.test.yaml',
  'docs/runbook.md',
])('exports everything that %s asks for', (file) => {
  const asked = [...metricsIn(read(file))];
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !types.has(baseOf(name)))).toEqual([]);
});

it('exports what the documentation lists, and nothing else', () => {
  const rows = read('docs/operations.md').matchAll(/^\| \*?`(florin_\w+)`\*? \|/gm);
  const documented = [...rows].map(([, name = '']) => name);
  const exported = [...types.keys()].filter((name) => !/^florin_(process|nodejs)_/.test(name));
  expect(exported.sort()).toEqual(documented.sort());
});

it('has the first values with the first scrape, which is itself a request in flight', () => {
  expect(firstScrape).toMatch(/^florin_http_requests_in_flight [1-9]/m);
  expect(firstScrape).toMatch(/^florin_database_connections\{pool="writer",state="waiting"\} \d/m);
  expect(firstScrape).toMatch(/^florin_event_oldest_undispatched_seconds \d/m);
  expect(firstScrape).toMatch(/^florin_webhook_oldest_due_seconds\{endpoints="healthy"\} 0$/m);
  expect(firstScrape).toMatch(/^florin_network_visible\{network="simulated"\} [01]$/m);
});
