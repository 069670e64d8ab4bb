import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../src/http/routes.ts';
import { buildOpenApi } from '../src/http/server/openapi/build-openapi.ts';
import { isDashboardRoute } from '../src/http/server/route.ts';

const ROOT = join(import.meta.dirname, '..');
const PASSED = join(ROOT, 'node_modules/.cache/florin/openapi-passed');

/** Checks the public OpenAPI document by the rules of Spectral. A warning fails, too. */
async function findFaults(document: string): Promise<string[]> {
  const [{ default: spectral }, { default: rulesets }] = await Promise.all([
    import('@stoplight/spectral-core'),
    import('@stoplight/spectral-rulesets'),
  ]);
  const linter = new spectral.Spectral();
  // Its rule for the examples of bodies compiles a schema again for each of them; `findWrongExamples` does so once.
  linter.setRuleset(new spectral.Ruleset({ extends: [rulesets.oas], rules: { 'oas3-valid-media-example': 'off' } }));
  const findings = await linter.run(document);
  return findings.map(
    ({ code, message, path, range }) => `line ${range.start.line + 1}: ${code}: ${message} (${path.join('.')})`,
  );
}

/** The examples of bodies that do not fit their schema, wherever in the document a body has examples. */
async function findWrongExamples(document: string): Promise<string[]> {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  formats.default(ajv);
  // A schema under a name of its own is compiled once; a part of a document, again for each reference to it.
  const named = JSON.parse(document.replaceAll('"#/components/schemas/', '"florin:')) as {
    components: { schemas: Record<string, object> };
  };
  for (const [name, schema] of Object.entries(named.components.schemas)) ajv.addSchema(schema, `florin:${name}`);
  return Array.from(listBodies(named), ([path, { schema, example, examples = {} }]) => {
    const fits = ajv.compile(schema);
    const values = Object.entries(examples).map(([name, { value }]): [string, unknown] => [name, value]);
    if (example !== undefined) values.push(['example', example]);
    return values.flatMap(([name, value]) =>
      fits(value) ? [] : `${path.join('.')}: ${name}: ${ajv.errorsText(fits.errors)}`,
    );
  }).flat();
}

interface Body {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** Everything with a schema and examples beside it: contents of requests and responses, and parameters. */
function* listBodies(node: unknown, path: string[] = []): Generator<[path: string[], body: Body]> {
  if (typeof node !== 'object' || node === null) return;
  if ('schema' in node && ('example' in node || 'examples' in node)) yield [path, node as Body];
  for (const [key, child] of Object.entries(node)) yield* listBodies(child, [...path, key]);
}

const open = routes.filter((route) => !isDashboardRoute(route));
const document = JSON.stringify(buildOpenApi(open, 'https://pay.example.com'), null, 2);

// The rules take seconds. A document that passed them need not be checked again until it, the rules or this file change.
const rules = [join(ROOT, 'package-lock.json'), import.meta.filename].map((file) => readFileSync(file));
const hash = createHash('sha256').update(Buffer.concat(rules)).update(document).digest('hex');
if (!existsSync(PASSED) || readFileSync(PASSED, 'utf8') !== hash) {
  const faults = [...(await findFaults(document)), ...(await findWrongExamples(document))];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else {
    mkdirSync(join(PASSED, '..'), { recursive: true });
    writeFileSync(PASSED, hash);
  }
}
