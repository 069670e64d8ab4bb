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
  linter.setRuleset(new spectral.Ruleset({ extends: [rulesets.oas] }));
  const findings = await linter.run(document);
  return findings.map(
    ({ code, message, path, range }) => `line ${range.start.line + 1}: ${code}: ${message} (${path.join('.')})`,
  );
}

const open = routes.filter((route) => !isDashboardRoute(route));
const document = JSON.stringify(buildOpenApi(open, 'https://pay.example.com'), null, 2);

// The rules take ten seconds. A document that passed them need not be checked again until it or the rules change.
const rules = readFileSync(join(ROOT, 'package-lock.json'));
const hash = createHash('sha256').update(rules).update(document).digest('hex');
if (!existsSync(PASSED) || readFileSync(PASSED, 'utf8') !== hash) {
  const faults = await findFaults(document);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else {
    mkdirSync(join(PASSED, '..'), { recursive: true });
    writeFileSync(PASSED, hash);
  }
}
