/** The cards of the two themes, as in the stylesheet. */
const CARDS = { light: '#ffffff', dark: '#171b22' };
/** Above what WCAG 2.2 asks of text, because text also stands on a background that is tinted with the color. */
const contrastMin = 6;

type Color = readonly number[];

/**
 * The merchant's accent color as a separate stylesheet, because the content security policy forbids style attributes.
 * Text on the color is black or white, whichever has more contrast. Text in the color is darker or lighter where the theme
 * needs it. Anything but #rrggbb gives an empty sheet.
 */
export function accentSheet(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const accent = channelsOf(color);
  const onAccent = contrastOf(accent, [255, 255, 255]) >= contrastOf(accent, [0, 0, 0]) ? '#fff' : '#000';
  const themed = (card: string, toward: number) => {
    const text = readable(accent, channelsOf(card), toward);
    return `--link:${text};--calm:${text};--calm-soft:color-mix(in srgb,${color.toLowerCase()} 9%,${card})`;
  };
  return (
    `:host{--accent:${color.toLowerCase()};--on-accent:${onAccent};${themed(CARDS.light, 0)}}` +
    `@media screen and (prefers-color-scheme:dark){:host{${themed(CARDS.dark, 255)}}}`
  );
}

/** The color, mixed with as little black or white as gives it enough contrast. */
function readable(color: Color, background: Color, toward: number): string {
  for (let percent = 0; ; percent += 5) {
    const mixed = color.map((channel) => Math.round(channel + ((toward - channel) * percent) / 100));
    if (percent === 100 || contrastOf(mixed, background) >= contrastMin)
      return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  }
}

const channelsOf = (color: string): Color => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
