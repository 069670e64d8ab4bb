import { expect, it } from 'vitest';
import { describeEndpoint } from './endpoint.ts';

it.each([
  ['enabled', null, null, 'Enabled', 'good', false],
  ['enabled', null, '2026-11-15T09:30:00Z', 'Failing', 'warning', true],
  ['disabled', 'user', null, 'Disabled', 'neutral', false],
  ['disabled', 'gone', null, 'Disabled', 'bad', true],
  ['disabled', 'failing', '2026-11-15T09:30:00Z', 'Disabled', 'bad', true],
] as const)('%s, %s, failing since %s: %s', (status, disabled_reason, failing_since, label, tone, hasAdvice) => {
  const text = describeEndpoint({ status, disabled_reason, failing_since });
  expect(text).toMatchObject({ label, tone });
  expect(text.advice !== null).toBe(hasAdvice);
});
