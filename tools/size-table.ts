import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuiltFile, buildCheckout, type CheckoutManifest } from '../web/checkout/build.ts';
import { LANGUAGES } from '../web/checkout/text/languages.ts';

export interface SizedPart {
  name: string;
  /** Builds afresh, so that an old build cannot hide what has grown, and answers the files that count together. */
  files: () => Promise<string[]>;
  gzipBytesMax: number;
}

/** What a browser has to load, gzipped, and how large it may be. A new part is a new row. */
export const SIZE_TABLE: SizedPart[] = [
  ...LANGUAGES.map(({ tag }) => ({
    name: `checkout, script and language ${tag}`,
    files: () => checkoutFiles(({ script, languages }) => [script, languages[tag]]),
    gzipBytesMax: 22_000,
  })),
  { name: 'checkout, wallet module', files: () => checkoutFiles(({ wallets }) => [wallets]), gzipBytesMax: 12_000 },
  { name: 'checkout, style', files: () => checkoutFiles(({ style }) => [style]), gzipBytesMax: 6_000 },
];

async function checkoutFiles(select: (manifest: CheckoutManifest) => (BuiltFile | undefined)[]): Promise<string[]> {
  const outDir = join(import.meta.dirname, '../web/checkout/dist');
  const selected = select(await buildCheckout(outDir));
  return selected.flatMap((built) => (built === undefined ? [] : [join(outDir, built.file)]));
}

/** A part without a file has no size: it would pass every limit without being there. */
export async function measurePart({ files, name, gzipBytesMax }: SizedPart): Promise<{ bytes: number; ok: boolean }> {
  const paths = await files();
  if (paths.length === 0) throw new Error(`The build of ${name} made no file.`);
  const bytes = paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
  return { bytes, ok: bytes <= gzipBytesMax };
}
