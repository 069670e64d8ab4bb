import { type Html, html } from './html.ts';
import type { OperationGroup } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderMarkdown } from './render-markdown.ts';
import { sampleRequest, variableFor } from './sample-request.ts';

/** The environment variables that the samples use. */
function listVariables(document: OpenApiDocument, groups: readonly OperationGroup[]): string[] {
  const requests = groups.flatMap(({ entries }) => entries.map((entry) => sampleRequest(document, entry, undefined)));
  const parts = requests.flatMap(({ url, headers }) => [url, headers.flatMap(({ value }) => value)].flat());
  const names = parts.flatMap((part) => (typeof part === 'object' && 'variable' in part ? part.variable : []));
  return [...new Set(names)];
}

/** What to put into a variable: the example of the path parameter that it stands for, else left open. */
function placeholder(name: string, groups: readonly OperationGroup[]): string {
  const parameters = groups.flatMap(({ entries }) => entries.flatMap((entry) => entry.parameters));
  const parameter = parameters.find((one) => one.in === 'path' && variableFor(one.name) === name);
  const example = parameter?.example;
  return typeof example === 'string' && /^[\w.-]+$/.test(example) ? example : '…';
}

/** What stands at the top: the title, the opening of the description, and what to set up once. */
export function renderIntroduction(
  document: OpenApiDocument,
  opening: string,
  groups: readonly OperationGroup[],
  id: string,
): Html {
  const { title, summary } = document.info;
  const server = document.servers?.[0];
  const variables = listVariables(document, groups);
  const exports = variables.map((name) => `export ${name}='${placeholder(name, groups)}'`).join('\n');
  return html`<section class="pair intro" id="${id}">
<div class="prose"><h1>${title}</h1>
${summary !== undefined && html`<p class="lead">${summary}</p>`}
${renderMarkdown(opening)}
<p><a class="button" href="/openapi.json">OpenAPI document</a></p></div>
<div class="samples">
${server !== undefined && html`<div class="panel"><header><p>Base URL</p></header>${renderCodeBlock(server.url, 'text', 'Base URL')}</div>`}
${exports !== '' && html`<div class="panel"><header><p>Set once, then paste any sample</p></header>${renderCodeBlock(exports, 'shell', 'Environment variables')}</div>`}
</div>
</section>`;
}
