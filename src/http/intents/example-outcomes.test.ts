import { describe, expect, it } from 'vitest';
import { routes } from '../routes.ts';
import type { IntentAnswer } from './present-intent.ts';

type Example = Partial<IntentAnswer> | { data: IntentAnswer[] } | undefined;

const isIntent = (value: unknown): value is IntentAnswer => (value as { object?: string }).object === 'payment_intent';

const examples = routes.flatMap(({ id, answers }) =>
  Object.values(answers).flatMap(({ example, examples: named = {} }) =>
    [example as Example, ...Object.values(named).map(({ value }) => value as Example)].flatMap(
      (value): [string, IntentAnswer, 'alone' | 'listed'][] => {
        if (isIntent(value ?? {})) return [[id, value as IntentAnswer, 'alone']];
        const data = value && 'data' in value && Array.isArray(value.data) ? value.data : [];
        return data.filter(isIntent).map((intent) => [id, intent, 'listed']);
      },
    ),
  ),
);

describe('the examples of payment intents', () => {
  it('are found in both references', () => {
    expect(examples.length).toBeGreaterThan(8);
    expect(new Set(examples.map(([, , place]) => place))).toEqual(new Set(['alone', 'listed']));
  });

  it.each(examples)('of %s have the history that leads to them', (_, intent, place) => {
    const { timeline, sequence, status, decision, flags } = intent;
    if (place === 'listed') {
      expect(timeline).toBeUndefined();
      return;
    }
    expect(timeline?.map((entry) => entry.sequence)).toEqual(
      Array.from({ length: sequence }, (__, index) => index + 1),
    );
    const moves = timeline?.flatMap(({ changes }) => ('status' in changes ? [changes.status] : []));
    expect(moves?.at(-1)).toBe(status);
    expect(decision?.kind === 'accepted').toBe(flags.includes('manual'));
    if (status === 'succeeded' && !decision) expect(intent.amount_received).toBe(intent.amount_due);
  });
});
