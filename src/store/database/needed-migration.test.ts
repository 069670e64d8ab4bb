import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { neededBy, whyTooOld } from './needed-migration.ts';

describe('the migration that a version must know', () => {
  it('is the highest that any migration needs', () => {
    expect(neededBy([])).toBe(0);
    expect(neededBy(['0001_keys', '0002_needs-0001_words'])).toBe(0);
    expect(neededBy(['0040_drop_keys.needs-0038', '0041_more_keys', '0042_drop_words.needs-0036'])).toBe(38);
  });

  it('is known by versions that have it or a later one', () => {
    expect(whyTooOld(38, 38)).toBeUndefined();
    expect(whyTooOld(0, 0)).toBeUndefined();
    expect(whyTooOld(38, 37)).toContain('it needs a version that knows migration 38, and this one knows 37.');
  });
});

describe.each(['control', 'data'])('the migrations of the %s plane', (plane) => {
  const names = readdirSync(`migrations/${plane}`).map((file) => file.replace(/\.sql$/, ''));

  /** Otherwise the nodes of the version before would stop as soon as the first new node starts. */
  it('need only what came before them, and say so in one way', () => {
    for (const name of names) {
      expect(name).toMatch(/^\d{4}_[a-z0-9_]+(\.needs-\d{4})?$/);
      expect(neededBy([name])).toBeLessThan(Number(name.slice(0, 4)));
    }
  });
});
