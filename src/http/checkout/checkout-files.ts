import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kept } from '../../domain/kept.ts';
import { LIMITS } from '../../domain/limits.ts';
import { readFolder, type StaticFile } from '../server/static-files.ts';

const DIST = join(import.meta.dirname, '../../../web/checkout/dist');

/** The path of the checkout's files, which any origin may load. */
export const CHECKOUT_ASSETS = '/checkout-assets';

interface BuiltFile {
  file: string;
  integrity: string;
}

/** The build of the checkout, and pages that were rendered for it. */
export interface CheckoutFiles {
  script: BuiltFile;
  languages: Readonly<Record<string, BuiltFile>>;
  style: BuiltFile;
  files: ReadonlyMap<string, StaticFile>;
  pages: Kept<Buffer>;
}

type Manifest = Pick<CheckoutFiles, 'script' | 'languages' | 'style'>;

/** Read once, when the server starts. Undefined if the checkout was not built. */
export function readCheckoutFiles(): CheckoutFiles | undefined {
  const manifest = join(DIST, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const { script, languages, style } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  return {
    script,
    languages,
    style,
    files: readFolder(DIST),
    pages: new Kept<Buffer>(LIMITS.checkoutPageBytesKeptMax, ({ length }) => length),
  };
}
