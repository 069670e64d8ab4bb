import { describe, expect, it } from 'vitest';
import { isKnown, tagOf } from './entity-tag.ts';

const TAG = tagOf('{"status":"succeeded"}');

describe('tagOf', () => {
  it('is weak, and differs with the content', () => {
    expect(TAG).toMatch(/^W\/"[\w-]{22}"$/);
    expect(tagOf('{"status":"expired"}')).not.toBe(TAG);
  });
});

describe('isKnown', () => {
  it.each([TAG, TAG.slice(2), `"other", ${TAG}`, `${TAG},"other"`, ' * '])('finds the tag in %s', (known) => {
    expect(isKnown({ 'if-none-match': known }, TAG)).toBe(true);
  });

  it.each([undefined, '', '"other"', TAG.slice(3, -1), `${TAG.slice(0, -2)}"`])('does not find it in %s', (known) => {
    expect(isKnown({ 'if-none-match': known }, TAG)).toBe(false);
  });
});
