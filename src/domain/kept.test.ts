import { expect, it } from 'vitest';
import { Kept } from './kept.ts';

const keepTexts = () => new Kept<{ text: string }>(30, ({ text }) => text.length);
const textOf = (length: number) => ({ text: 'x'.repeat(length) });
const listKept = (kept: ReturnType<typeof keepTexts>, ...keys: string[]) =>
  keys.filter((key) => kept.get(key) !== undefined);

it('drops those used least recently when they take too much room', () => {
  const kept = keepTexts();
  for (const key of ['a', 'b', 'c']) kept.keep(key, textOf(10));
  kept.get('a');
  kept.keep('d', textOf(10));
  expect(listKept(kept, 'a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
});

it('counts a value once that is kept again, with its new size', () => {
  const kept = keepTexts();
  kept.keep('a', textOf(20));
  kept.keep('a', textOf(10));
  kept.keep('b', textOf(20));
  expect(listKept(kept, 'a', 'b')).toEqual(['a', 'b']);
});

it('does not keep what is larger than all the room', () => {
  const kept = keepTexts();
  kept.keep('a', textOf(31));
  expect(kept.get('a')).toBeUndefined();
  kept.keep('b', textOf(30));
  expect(kept.get('b')).toEqual(textOf(30));
});
