import { printBare } from './describe-limits.ts';
import { type Html, html } from './html.ts';
import type { Header, OpenApiDocument, Parameter } from './open-api-types.ts';
import { limitsOf, renderLimits, renderType } from './render-fields.ts';
import { renderMarkdown } from './render-markdown.ts';
import { resolveSchema } from './resolve-schema.ts';

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const;

/** One parameter or header, told like a field of a body. */
export function renderParameter(document: OpenApiDocument, name: string, parameter: Header): Html {
  const resolved = resolveSchema(document, parameter.schema ?? {});
  const limits = [...limitsOf(document, resolved, printBare)];
  if (parameter.example !== undefined && !limits.some(({ text }) => text.startsWith('example'))) {
    limits.push({ text: 'example', codes: [printBare(parameter.example)] });
  }
  return html`<li class="field">
<p class="field-head"><code class="field-name">${name}</code> ${renderType(document, resolved)}${parameter.required === true && html` <span class="required">required</span>`}${parameter.deprecated === true && html` <span class="deprecated">deprecated</span>`}</p>
${renderMarkdown(parameter.description ?? resolved.schema.description)}
${renderLimits(limits)}
</li>`;
}

/** The parameters of an operation, one list for each place they go to. */
export function renderParameters(document: OpenApiDocument, parameters: readonly Parameter[]): Html {
  const lists = places.map(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return undefined;
    const items = here.map((parameter) => renderParameter(document, parameter.name, parameter));
    return html`<h4>${title}</h4><ul class="fields">${items}</ul>`;
  });
  return html`${lists}`;
}
