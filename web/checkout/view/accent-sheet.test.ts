import { describe, expect, it } from 'vitest';
import { accentSheet } from './accent-sheet.ts';

describe('the sheet of a colour', () => {
  it.each([
    ['#000000', '#fff'],
    ['#ffffff', '#000'],
    ['#FFD400', '#000'],
    ['#0b6b43', '#fff'],
    ['#767676', '#000'],
  ])('on %s one writes %s', (color, on) => {
    expect(accentSheet(color)).toBe(`:host{--accent:${color.toLowerCase()};--on-accent:${on}}`);
  });

  it.each([null, '', 'red', '#fff', '#12345g', '#123456;}', '#123456}body{display:none', ' #123456', '#123456\n'])(
    '%j is no colour',
    (color) => {
      expect(accentSheet(color)).toBe('');
    },
  );
});
