import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildCheckout } from '../web/checkout/build.ts';

const ROOT = join(import.meta.dirname, '..');

interface Part {
  name: string;
  /** A fresh build, so that an old one cannot hide what has grown. Answers the files that count together. */
  files: () => Promise<string[]>;
  gzipBytesMax: number;
}

/** `npm run size`: what a browser has to load, gzipped, against its limit. A new part is a new row. */
const PARTS: Part[] = [
  { name: 'checkout, script', files: () => checkoutFile('script'), gzipBytesMax: 25_000 },
  { name: 'checkout, style', files: () => checkoutFile('style'), gzipBytesMax: 6_000 },
];

async function checkoutFile(kind: 'script' | 'style'): Promise<string[]> {
  const outDir = join(ROOT, 'web/checkout/dist');
  const manifest = await buildCheckout(outDir);
  return [join(outDir, manifest[kind].file)];
}

let tooLarge = 0;
for (const { name, files, gzipBytesMax } of PARTS) {
  const paths = await files();
  // No file is no size of 0: a part that was not built must not pass.
  const whole = paths.length > 0 && paths.every((path) => existsSync(path));
  const bytes = paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
  const ok = whole && bytes <= gzipBytesMax;
  if (!ok) tooLarge++;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${bytes} of at most ${gzipBytesMax} bytes gzipped`);
}
process.exitCode = tooLarge === 0 ? 0 : 1;
