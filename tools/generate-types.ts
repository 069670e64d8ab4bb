import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../src/http/routes.ts';
import { buildOpenApi } from '../src/http/server/openapi/build-openapi.ts';
import { buildSessionOpenApi } from '../src/http/server/openapi/build-session-openapi.ts';
import { isDashboardRoute } from '../src/http/server/route.ts';
import { printTypes } from './print-types.ts';

/**
 * `npm run types`: writes what the dashboard knows of the server, from the documents that the server publishes. With
 * `--check` it writes nothing, and fails where the file is not what it would write.
 */
const ROOT = join(import.meta.dirname, '..');
const FILE = 'web/dashboard/src/api/generated.ts';
const HEAD = `/** Made by \`npm run types\` from the two OpenAPI documents; it is not edited by hand. */\n\n`;

const baseUrl = 'http://127.0.0.1';
const documents = [
  buildOpenApi(
    routes.filter((route) => !isDashboardRoute(route)),
    baseUrl,
  ),
  buildSessionOpenApi(routes.filter(isDashboardRoute), baseUrl),
];

const text = format(HEAD + printTypes(documents));
if (!process.argv.includes('--check')) writeFileSync(join(ROOT, FILE), text);
else if (readFileSync(join(ROOT, FILE), 'utf8') !== text) {
  console.error(`${FILE} is not what the documents say. Run npm run types.`);
  process.exitCode = 1;
}

function format(source: string): string {
  const biome = spawnSync('biome', ['format', `--stdin-file-path=${FILE}`], {
    cwd: ROOT,
    input: source,
    encoding: 'utf8',
  });
  if (biome.status !== 0) throw new Error(`The types cannot be formatted: ${biome.stderr}`);
  return biome.stdout;
}
