/**
 * The merchant's accent color as a separate stylesheet, because the content security policy forbids style attributes.
 * Text on the color is black or white, whichever has more contrast. Anything but #rrggbb gives an empty sheet.
 */
export function accentSheet(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const luminance = luminanceOf(color);
  const onWhite = 1.05 / (luminance + 0.05);
  const onBlack = (luminance + 0.05) / 0.05;
  return `:host{--accent:${color.toLowerCase()};--on-accent:${onWhite >= onBlack ? '#fff' : '#000'}}`;
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
