import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rollup } from 'vite';

const ROOT = import.meta.dirname;
const BASE = '/dashboard/assets/';

/** The size limit of a first visit to Payments, gzipped. */
export const FIRST_ROUTE_BYTES_MAX = 220 * 1024;

/** The theme script must run before the first paint, so it is a classic script in its own hashed file. */
const bootTheme: Plugin = {
  name: 'florin-boot-theme',
  buildStart() {
    const source = readFileSync(join(ROOT, 'src/boot-theme.js'));
    this.emitFile({ type: 'asset', name: 'boot-theme.js', source });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.values(bundle ?? {}).find(
        (part) => part.type === 'asset' && part.names.includes('boot-theme.js'),
      );
      return file ? [{ tag: 'script', attrs: { src: `${BASE}${file.fileName}` }, injectTo: 'head-prepend' }] : [];
    },
  },
};

/** Builds the dashboard into `outDir`. Every page is `index.html`; the other files are under `/dashboard/assets/`. */
export async function buildDashboard(outDir: string): Promise<{ firstRouteBytes: number }> {
  const result = await inProduction(() =>
    build({
      root: ROOT,
      configFile: false,
      base: BASE,
      logLevel: 'warn',
      plugins: [react(), tailwind(), bootTheme],
      build: { outDir, emptyOutDir: true, assetsDir: '', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    }),
  );
  const [{ output }] = (Array.isArray(result) ? result : [result]) as [Rollup.RollupOutput];
  return { firstRouteBytes: measureFirstRoute(output) };
}

/** The caller may run in another environment, such as a test, where React would be built for development. */
async function inProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** The size of the JavaScript and CSS that Payments loads: the entry, the page, and everything they import. */
function measureFirstRoute(output: Rollup.RollupOutput['output']): number {
  const chunks = new Map(output.filter((part) => part.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<string>();
  const need = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const imported of chunks.get(name)?.imports ?? []) need(imported);
  };
  for (const chunk of chunks.values()) {
    if (chunk.isEntry || chunk.facadeModuleId?.endsWith('intents-page.tsx')) need(chunk.fileName);
  }
  const parts = output.filter((part) => needed.has(part.fileName) || /\.css$|boot-theme/.test(part.fileName));
  return parts
    .map((part) => gzipSync(part.type === 'chunk' ? part.code : part.source).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

const kib = (bytes: number) => (bytes / 1024).toFixed(1);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { firstRouteBytes } = await buildDashboard(join(ROOT, 'dist'));
  process.stdout.write(`first route: ${kib(firstRouteBytes)} of ${kib(FIRST_ROUTE_BYTES_MAX)} KB gzipped\n`);
  if (firstRouteBytes > FIRST_ROUTE_BYTES_MAX) process.exitCode = 1;
}
