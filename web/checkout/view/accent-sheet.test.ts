import { describe, expect, it } from 'vitest';
import { accentSheet } from './accent-sheet.ts';

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** As WCAG 2.2 defines it. */
const luminance = (color: readonly number[]) =>
  color
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, channel, at) => sum + channel * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);

describe('accentSheet', () => {
  it.each([
    ['#000000', '#fff'],
    ['#ffffff', '#000'],
    ['#FFD400', '#000'],
    ['#0b6b43', '#fff'],
    ['#767676', '#000'],
  ])('text on %s is %s', (color, on) => {
    expect(accentSheet(color)).toContain(`:host{--accent:${color.toLowerCase()};--on-accent:${on};`);
  });

  it('is readable as text in both themes, on the card and on its own tint, whatever the color', () => {
    const steps = ['00', '33', '66', '80', '99', 'cc', 'ff'];
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const color = `#${red}${green}${blue}`;
          const [, light = '', dark = ''] = /--link:(#\w{6}).*--link:(#\w{6})/.exec(accentSheet(color)) ?? [];
          for (const [text, card] of [
            [light, '#ffffff'],
            [dark, '#171b22'],
          ] as const) {
            const tint = channels(card).map((channel, at) => channel * 0.91 + (channels(color)[at] ?? 0) * 0.09);
            expect(contrast(channels(text), channels(card)), `${color} as ${text}`).toBeGreaterThanOrEqual(6);
            expect(contrast(channels(text), tint), `${color} as ${text} on its tint`).toBeGreaterThanOrEqual(4.5);
          }
        }
  });

  it('keeps a color that is readable as it is', () => {
    expect(accentSheet('#0b6b43')).toContain('--link:#0b6b43;--calm:#0b6b43;');
    expect(accentSheet('#a9c0ff')).toMatch(/dark\)\{:host\{--link:#a9c0ff;/);
  });

  it.each([null, '', 'red', '#fff', '#12345g', '#123456;}', '#123456}body{display:none', ' #123456', '#123456\n'])(
    '%j is not a color',
    (color) => {
      expect(accentSheet(color)).toBe('');
    },
  );
});
