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
] as const;

/** A parameter or a header. It looks like a field of a body. */
export function renderParameter(document: OpenApiDocument, name: string, header: Header, example?: string): Html {
  const resolved = resolveSchema(document, header.schema);
  const limits = [
    ...limitsOf(document, resolved, printBare),
    ...(example === undefined ? [] : [{ text: 'example', codes: [example] }]),
  ];
  return html`<li>
<p class="field-head"><code class="field-name">${name}</code> ${renderType(document, resolved)}${header.required === true && html` <span class="required">required</span>`}</p>
${renderMarkdown(header.description)}${renderLimits(limits)}
</li>`;
}

/** The parameters of an operation, in one list for each place. */
export function renderParameters(document: OpenApiDocument, parameters: readonly Parameter[]): Html {
  const lists = places.map(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return undefined;
    const items = here.map((parameter) => renderParameter(document, parameter.name, parameter, parameter.example));
    return html`<h2>${title}</h2><ul class="fields">${items}</ul>`;
  });
  return html`${lists}`;
}
