import { measurePart, SIZE_TABLE } from './size-table.ts';

/** `npm run size`: prints every part's size, and fails when one is larger than it may be. */
let tooLarge = 0;
for (const part of SIZE_TABLE) {
  const { bytes, ok } = await measurePart(part);
  if (!ok) tooLarge++;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${part.name}: ${bytes} of at most ${part.gzipBytesMax} bytes gzipped`);
}
process.exitCode = tooLarge === 0 ? 0 : 1;
