import { describe, expect, it } from 'vitest';
import { neededFor } from './pages.ts';

describe('what a page needs', () => {
  it('holds for everything below its path', () => {
    expect(neededFor('/dashboard/developers/webhooks/we_1')).toBe('events:read');
    expect(neededFor('/dashboard/settings/audit-log')).toBe('audit:read');
    expect(neededFor('/dashboard/settings/data-stores')).toBe('operator');
  });

  it('is not taken from a page that only shares the beginning', () => {
    expect(neededFor('/dashboard/account')).toBeUndefined();
    expect(neededFor('/dashboard/settings/teams')).toBeUndefined();
  });
});
