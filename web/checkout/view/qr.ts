import { type ComponentChild, h } from 'preact';
import { encode } from 'uqr';

/** Scanners need this many light modules around the code. */
const quietZone = 4;
/**
 * Every pattern makes a valid code. Looking for the prettiest of the eight takes ten times as long as all the rest of
 * a page, and readers do not need it: a test reads many codes that were made with this one.
 */
const maskPattern = 2;
const drawingsMax = 500;
const drawings = new Map<string, Drawing>();

interface Drawing {
  size: number;
  path: string;
}

/**
 * A QR code as SVG, dark on white in the dark theme too, because many scanners do not read it inverted. Drawings are
 * kept, since a page is drawn again each second while the time runs out.
 */
export function Qr({ text, label }: { text: string; label: string }): ComponentChild {
  const { size, path } = drawingOf(text);
  return h(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    h('rect', { width: size, height: size, fill: '#fff' }),
    h('path', { d: path, fill: '#000' }),
  );
}

function drawingOf(text: string): Drawing {
  const known = drawings.get(text);
  if (known !== undefined) return known;
  if (drawings.size >= drawingsMax) drawings.clear();
  const made = draw(text);
  drawings.set(text, made);
  return made;
}

/** One rectangle for each run of dark modules in a row. */
function draw(text: string): Drawing {
  const { data } = encode(text, { ecc: 'M', border: quietZone, maskPattern });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
    }
  }
  return { size: data.length, path };
}
