import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

it.each(['/dashboard', '/dashboard/payments?mode=live', '/dashboard?mode=live'])('%s is a dashboard path', (next) => {
  expect(safeRedirect(next)).toBe(next);
});

it.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '/dashboards',
  '/dashboard.evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '',
  undefined,
  7,
])('%s is rejected', (next) => {
  expect(safeRedirect(next)).toBeUndefined();
});
