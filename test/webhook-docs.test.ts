import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../src/domain/events/event.ts';
import { INTENT_STATUSES } from '../src/domain/intents/intent-status.ts';
import { RETRY_PAUSES_MS } from '../src/domain/webhooks/retry-schedule.ts';
import { exampleIntentEvent } from '../src/http/events/examples.ts';
import { exampleIntent } from '../src/http/intents/examples.ts';
import { checkSamples, shownFilesOf } from './docs/check-samples.ts';
import { rowsOf } from './docs/markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const webhooks = read('docs/webhooks.md');
const events = read('docs/events.md');

const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

const UNITS_MS: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
const toMs = (text: string) =>
  [...text.matchAll(/(\d+) (s|min|h)\b/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS_MS[unit] ?? 0),
    0,
  );

describe('the samples in docs/webhooks.md', () => {
  it('are the files that the tests run', () => {
    expect(checkSamples(webhooks, (file) => (existsSync(join(ROOT, file)) ? read(file) : undefined))).toEqual([]);
    expect(shownFilesOf(webhooks).sort()).toEqual(globSync('examples/webhooks/*/*.*', { cwd: ROOT }).sort());
  });

  it('are reported if they differ', () => {
    const planted = '```js a.mjs\na();\n```\n\n```sh\nls\n```\n\n```js b.mjs\nb();\n```\n';
    expect(shownFilesOf(planted)).toEqual(['a.mjs', 'b.mjs']);
    expect(checkSamples(planted, (file) => (file === 'a.mjs' ? 'a();\n' : 'c();\n'))).toHaveLength(1);
    expect(checkSamples(planted, () => undefined)).toHaveLength(2);
  });
});

it.each(['shop.mjs', 'orders.mjs', 'florin.mjs'])(
  '%s of the example shop has at most 80 lines, and needs nothing but Node',
  (name) => {
    const lines = read(`examples/shop/${name}`).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(80);
    const imports = lines.flatMap((line) => /^import .* from '(.*)';$/.exec(line)?.[1] ?? []);
    if (name === 'shop.mjs') expect(imports.length).toBeGreaterThan(1);
    for (const imported of imports) expect(imported).toMatch(/^(node:|\.)/);
  },
);

it('docs/webhooks.md shows an event as Florin writes it', () => {
  const [, json = ''] = /^```json\n(\{\n[\s\S]*?)^```$/m.exec(webhooks) ?? [];
  expect(JSON.parse(json)).toEqual(exampleIntentEvent('payment_intent.succeeded'));
});

it('docs/webhooks.md lists the attempts', () => {
  const rows = rowsOf(webhooks, 'Attempt');
  expect(rows.map(([attempt]) => Number(attempt))).toEqual(
    Array.from({ length: RETRY_PAUSES_MS.length + 1 }, (_, index) => index + 1),
  );
  expect(rows.slice(1).map(([, pause = '']) => toMs(pause))).toEqual(RETRY_PAUSES_MS);
  for (const [index, [, , since = '']] of rows.slice(1).entries()) {
    const sum = RETRY_PAUSES_MS.slice(0, index + 1).reduce((total, pause) => total + pause, 0);
    expect(Math.abs(toMs(since) - sum), since).toBeLessThan(60_000);
  }
});

it('docs/events.md lists every type of event, with its meaning and its object', () => {
  expect(rowsOf(events, 'Type')).toEqual(
    Object.entries(EVENTS).map(([type, { meaning, object }]) => [`\`${type}\``, meaning, `\`${object}\``]),
  );
});

it('docs/events.md says what a payment intent in an event is without', () => {
  const [row] = rowsOf(events, '`data.object`');
  const { object } = exampleIntentEvent('payment_intent.succeeded').data;
  const missing = Object.keys(exampleIntent).filter((name) => !Object.hasOwn(object, name));
  const [without = '', ofPayments = ''] = row?.[1]?.split(';') ?? [];
  expect(namesIn(without)).toEqual(missing);
  const [payment] = object['payments'] as object[];
  for (const name of namesIn(ofPayments)) expect(payment).not.toHaveProperty(name);
});

it('docs/events.md lists which statuses can follow each other', () => {
  expect(rowsOf(events, 'Status')).toEqual(
    Object.entries(INTENT_STATUSES).map(([status, next]) => [
      `\`${status}\``,
      next.map((one) => `\`${one}\``).join(', '),
    ]),
  );
});
