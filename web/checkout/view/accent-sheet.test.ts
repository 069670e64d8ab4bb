import { describe, expect, it } from 'vitest';
import { accentSheet } from './accent-sheet.ts';

describe('accentSheet', () => {
  it.each([
    ['#000000', '#fff'],
    ['#ffffff', '#000'],
    ['#FFD400', '#000'],
    ['#0b6b43', '#fff'],
    ['#767676', '#000'],
  ])('text on %s is %s', (color, on) => {
    expect(accentSheet(color)).toBe(`:host{--accent:${color.toLowerCase()};--on-accent:${on}}`);
  });

  it.each([null, '', 'red', '#fff', '#12345g', '#123456;}', '#123456}body{display:none', ' #123456', '#123456\n'])(
    '%j is not a color',
    (color) => {
      expect(accentSheet(color)).toBe('');
    },
  );
});
