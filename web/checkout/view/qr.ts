import { type ComponentChild, h } from 'preact';
import { encodeQr } from './encode-qr.ts';

/** Scanners need this many light modules around the QR code. */
const quietZone = 4;
const drawingsMax = 500;
const drawings = new Map<string, Drawing>();

interface Drawing {
  size: number;
  path: string;
}

/**
 * A QR code as SVG. It stays dark on white in the dark theme, because many scanners cannot read inverted codes. Paths are
 * cached, because the page renders every second while the timer runs.
 */
export function Qr({ text, label }: { text: string; label: string }): ComponentChild {
  const { size, path } = drawingOf(text);
  const all = size + 2 * quietZone;
  return h(
    'svg',
    {
      class: 'qr',
      viewBox: `${-quietZone} ${-quietZone} ${all} ${all}`,
      role: 'img',
      'aria-label': label,
      'shape-rendering': 'crispEdges',
    },
    h('rect', { x: -quietZone, y: -quietZone, width: all, height: all, fill: '#fff' }),
    h('path', { d: path, stroke: '#000' }),
  );
}

function drawingOf(text: string): Drawing {
  const cached = drawings.get(text);
  if (cached !== undefined) return cached;
  if (drawings.size >= drawingsMax) drawings.clear();
  const made = draw(text);
  drawings.set(text, made);
  return made;
}

/** One stroke per horizontal run of dark modules, which takes half the text of rectangles. */
function draw(text: string): Drawing {
  const data = encodeQr(text);
  let path = '';
  for (const [y, row] of data.entries()) {
    const middle = ` ${y}.5h`;
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      path += `M${from}${middle}${x - from + 1}`;
    }
  }
  return { size: data.length, path };
}
