import { expect, it } from 'vitest';
import { checkNext } from './check-next.ts';

it.each(['/dashboard', '/dashboard/payments?mode=live', '/dashboard?mode=live'])(
  '%s is a page of the dashboard',
  (next) => {
    expect(checkNext(next)).toBe(next);
  },
);

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
])('%s is not', (next) => {
  expect(checkNext(next)).toBeUndefined();
});
