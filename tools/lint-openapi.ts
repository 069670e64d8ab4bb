import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { routes } from '../src/http/routes.ts';
import { buildOpenApi } from '../src/http/server/openapi/build-openapi.ts';
import { isDashboardRoute } from '../src/http/server/route.ts';

/** Checks the public OpenAPI document by the rules of Spectral. A warning fails, too. */
const linter = new spectral.Spectral();
linter.setRuleset(new spectral.Ruleset({ extends: [rulesets.oas] }));

const open = routes.filter((route) => !isDashboardRoute(route));
const document = JSON.stringify(buildOpenApi(open, 'https://pay.example.com'), null, 2);
const findings = await linter.run(document);

for (const { code, message, path, range } of findings) {
  console.error(`line ${range.start.line + 1}: ${code}: ${message} (${path.join('.')})`);
}
if (findings.length > 0) process.exitCode = 1;
