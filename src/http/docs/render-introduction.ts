import { type Html, html } from './html.ts';
import type { OperationGroup } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderMarkdown } from './render-markdown.ts';
import { sampleRequest, variableFor } from './sample-request.ts';

/** The environment variables in the samples, each with the example of its path parameter. */
function listVariables(document: OpenApiDocument, groups: readonly OperationGroup[]): Map<string, string> {
  const entries = groups.flatMap((group) => group.entries);
  const requests = entries.map((entry) => sampleRequest(document, entry, undefined));
  const parts = requests.flatMap(({ url, headers }) => [url, headers.flatMap(({ value }) => value)].flat());
  const names = parts.flatMap((part) => (typeof part === 'object' && 'variable' in part ? part.variable : []));
  const parameters = entries.flatMap(({ operation }) => operation.parameters);
  const examples = new Map(
    parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[variableFor(name), example]])),
  );
  return new Map(names.map((name) => [name, examples.get(name) ?? '…']));
}

/** The top of the page: the title, the opening of the description, and what to set up first. */
export function renderIntroduction(
  document: OpenApiDocument,
  opening: string,
  groups: readonly OperationGroup[],
  id: string,
): Html {
  const server = document.servers[0]?.url ?? '';
  const exports = [...listVariables(document, groups)].map(([name, value]) => `export ${name}='${value}'`).join('\n');
  return html`<section class="pair" id="${id}">
<div class="prose"><h1>${document.info.title}</h1>
${renderMarkdown(opening)}
<p><a class="button" href="/openapi.json">OpenAPI document</a></p></div>
<div class="samples">
<div class="panel"><header><p>Base URL</p></header>${renderCodeBlock(server, 'text', 'Base URL')}</div>
<div class="panel"><header><p>Set these first</p></header>${renderCodeBlock(exports, 'sh', 'Environment variables')}</div>
</div>
</section>`;
}
