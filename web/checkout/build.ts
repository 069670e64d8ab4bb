import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { LANGUAGES } from './text/languages.ts';

const HERE = import.meta.dirname;

export interface BuiltFile {
  file: string;
  /** For the `integrity` attribute. */
  integrity: string;
}

/** The files that a page loads to run the checkout. */
export interface CheckoutManifest {
  script: BuiltFile;
  /** Loaded by the script when a wallet announces itself. */
  wallets: BuiltFile;
  /** The text of each language. The script loads the one that the payer reads. */
  languages: Record<string, BuiltFile>;
  style: BuiltFile;
}

/**
 * Builds the script, its wallet module, the languages and the stylesheet, and a manifest with their names. Each is named
 * after a hash of its content, so that it can be cached forever.
 */
export async function buildCheckout(outDir: string): Promise<CheckoutManifest> {
  mkdirSync(outDir, { recursive: true });
  for (const name of readdirSync(outDir)) if (name.startsWith('checkout-')) rmSync(join(outDir, name));
  const styles = await bundle({ rolldownOptions: { input: join(HERE, 'checkout.css') } });
  const style = write(outDir, 'css', only(styles, '.css'));
  const wallets = write(outDir, 'js', await bundleModule('wallets/wallets.ts'));
  const languages: Record<string, BuiltFile> = {};
  for (const { tag } of LANGUAGES) languages[tag] = write(outDir, 'js', await bundleLanguage(tag));
  const script = write(
    outDir,
    'js',
    await bundleModule('element/florin-checkout.ts', {
      CHECKOUT_STYLE: JSON.stringify(style),
      CHECKOUT_WALLETS: JSON.stringify(wallets),
      CHECKOUT_LANGUAGES: JSON.stringify(languages),
    }),
  );
  const manifest = { script, wallets, languages, style };
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function bundleModule(entry: string, define: Record<string, string> = {}, plugin?: Plugin): Promise<string> {
  const lib = { entry: join(HERE, entry), formats: ['es' as const], fileName: 'checkout' };
  // Library builds keep their white space by default.
  return only(await bundle({ lib, rolldownOptions: { output: { minify: true } } }, define, plugin), '.js');
}

/** A module that hands the language to the element: one that a script element loads can export nothing. */
function bundleLanguage(tag: string): Promise<string> {
  const entry = `text/provide-${tag}.ts`;
  const isEntry = (id: string) => id === join(HERE, entry);
  return bundleModule(
    entry,
    {},
    {
      name: 'provide-language',
      enforce: 'pre',
      resolveId: (id) => (isEntry(id) ? id : null),
      load: (id) =>
        isEntry(id)
          ? `import { ${tag} } from './${tag}.ts'; customElements.get('florin-checkout').provideLanguage(${tag});`
          : null,
    },
  );
}

interface Output {
  fileName: string;
  text: string;
}

async function bundle(
  options: NonNullable<InlineConfig['build']>,
  define: Record<string, string> = {},
  plugin?: Plugin,
): Promise<Output[]> {
  const result = await build({
    root: HERE,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [plugin],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: { ...options, write: false, minify: true, cssMinify: true, target: 'es2023', modulePreload: false },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((each) =>
    'output' in each
      ? each.output.map((file) => ({
          fileName: file.fileName,
          text: file.type === 'chunk' ? file.code : Buffer.from(file.source).toString('utf8'),
        }))
      : [],
  );
}

/** The manifest and the size limits allow one file of each kind; a second one would never be loaded. */
function only(outputs: Output[], ending: string): string {
  const found = outputs.filter(({ fileName }) => fileName.endsWith(ending));
  const [file] = found;
  if (file === undefined || found.length > 1)
    throw new Error(`Expected one ${ending} file, but the build made ${found.length}.`);
  return file.text;
}

function write(outDir: string, ending: string, text: string): BuiltFile {
  const file = `checkout-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;
  writeFileSync(join(outDir, file), text);
  return { file, integrity: `sha384-${createHash('sha384').update(text).digest('base64')}` };
}

if (import.meta.main) await buildCheckout(join(HERE, 'dist'));
