import { expect, it } from 'vitest';
import { KeptBuffers } from './kept-buffers.ts';

const bytes = (length: number) => Buffer.alloc(length);
const listKept = (kept: KeptBuffers, ...keys: string[]) => keys.filter((key) => kept.get(key) !== undefined);

it('drops those used least recently when they take too much room', () => {
  const kept = new KeptBuffers(30);
  for (const key of ['a', 'b', 'c']) kept.keep(key, bytes(10));
  kept.get('a');
  kept.keep('d', bytes(10));
  expect(listKept(kept, 'a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
});

it('counts a buffer once that is kept again, with its new size', () => {
  const kept = new KeptBuffers(30);
  kept.keep('a', bytes(20));
  kept.keep('a', bytes(10));
  kept.keep('b', bytes(20));
  expect(listKept(kept, 'a', 'b')).toEqual(['a', 'b']);
});

it('does not keep what is larger than all the room', () => {
  const kept = new KeptBuffers(30);
  kept.keep('a', bytes(31));
  expect(kept.get('a')).toBeUndefined();
  kept.keep('b', bytes(30));
  expect(kept.get('b')).toHaveLength(30);
});
