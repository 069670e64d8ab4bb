import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurePart, SIZE_TABLE } from '../tools/size-table.ts';
import { buildCheckout } from '../web/checkout/build.ts';
import { LANGUAGES } from '../web/checkout/text/languages.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-size-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the sizes of what a browser loads', () => {
  it.each(SIZE_TABLE)('$name is within its limit', async (part) => {
    expect(await measurePart(part)).toMatchObject({ ok: true });
  });

  it('one byte too many is too many', async () => {
    const file = join(folder, 'part.js');
    writeFileSync(file, 'florin');
    const part = { name: 'part', files: async () => [file], gzipBytesMax: 1_000 };
    const { bytes } = await measurePart(part);
    expect((await measurePart({ ...part, gzipBytesMax: bytes })).ok).toBe(true);
    expect((await measurePart({ ...part, gzipBytesMax: bytes - 1 })).ok).toBe(false);
  });

  it('a part without a file does not pass', async () => {
    await expect(measurePart({ name: 'part', files: async () => [], gzipBytesMax: 1 })).rejects.toThrow('no file');
  });
});

describe('the build of the checkout', () => {
  it('says what it made, with the hashes that a browser checks', async () => {
    writeFileSync(join(folder, 'checkout-of-yesterday.js'), '');
    const manifest = await buildCheckout(folder);
    const made = [manifest.script, manifest.wallets, ...Object.values(manifest.languages), manifest.style];
    expect(Object.keys(manifest.languages)).toEqual(LANGUAGES.map(({ tag }) => tag));
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(readdirSync(folder).filter((name) => name.startsWith('checkout-'))).toEqual(
      made.map(({ file }) => file).sort(),
    );
    for (const { file, integrity } of made) {
      expect(file).toMatch(/^checkout-[0-9a-f]{12}\.(js|css)$/);
      const hash = createHash('sha384')
        .update(readFileSync(join(folder, file)))
        .digest('base64');
      expect(integrity).toBe(`sha384-${hash}`);
    }
  });

  it('makes the same twice', async () => {
    expect(await buildCheckout(folder)).toEqual(await buildCheckout(folder));
  });

  it('holds nothing that a strict policy or a careful payer would mind', async () => {
    const { script, wallets, languages } = await buildCheckout(folder);
    for (const { file } of [script, wallets, ...Object.values(languages)]) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).not.toMatch(/\beval\(|new Function\(|localStorage|sessionStorage|indexedDB|document\.cookie/);
      expect(text).not.toMatch(/\bimport\(|from ?"/);
    }
  });
});
