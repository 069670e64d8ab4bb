import { dereference } from './dereference.ts';
import { type Html, html } from './html.ts';
import { listExamples, type NamedExample } from './list-examples.ts';
import type { OperationEntry } from './list-operations.ts';
import type { MediaType, OpenApiDocument } from './open-api-types.ts';
import { printCurl } from './print-curl.ts';
import { printJavascript } from './print-javascript.ts';
import { printPython } from './print-python.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderInlineMarkdown } from './render-markdown.ts';
import { type SampleBody, sampleRequest } from './sample-request.ts';

/** The first one is shown to whoever has not chosen. The style sheet knows these names. */
const languages = [
  { id: 'curl', label: 'curl', print: printCurl },
  { id: 'javascript', label: 'Node.js', print: printJavascript },
  { id: 'python', label: 'Python', print: printPython },
] as const;

function renderLanguages(entry: OperationEntry): Html {
  const choices = languages.map(
    ({ id, label }, index) =>
      html`<label><input type="radio" name="language-${entry.id}" value="${id}"${index === 0 && html` checked`}><span>${label}</span></label>`,
  );
  return html`<fieldset class="languages"><legend class="hidden">Language</legend>${choices}</fieldset>`;
}

function renderSamples(document: OpenApiDocument, entry: OperationEntry, body: SampleBody | undefined): Html[] {
  const request = sampleRequest(document, entry, body);
  return languages.map(({ id, label, print }) => renderCodeBlock(print(request), id, `Request with ${label}`));
}

/** The body that samples send: JSON when the operation takes it. */
function chooseMedia(document: OpenApiDocument, entry: OperationEntry): [string, MediaType] | undefined {
  const node = entry.operation.requestBody;
  const content = Object.entries((node === undefined ? undefined : dereference(document, node))?.content ?? {});
  return content.find(([type]) => type.includes('json')) ?? content[0];
}

/** The request in each language, once for each named example; all but the first example are folded. */
export function renderRequestPanel(document: OpenApiDocument, entry: OperationEntry): Html {
  const [type = '', media] = chooseMedia(document, entry) ?? [];
  const examples = media === undefined ? [] : listExamples(document, media);
  const render = (example: NamedExample) => renderSamples(document, entry, { type, value: example.value });
  const [first, ...others] = examples;
  const samples =
    others.length === 0
      ? renderSamples(document, entry, first && { type, value: first.value })
      : examples.map(
          (example, index) => html`<details name="example-${entry.id}"${index === 0 && html` open`}>
<summary>${example.title}</summary>
${example.description !== undefined && html`<p>${renderInlineMarkdown(example.description)}</p>`}
${render(example)}</details>`,
        );
  return html`<section class="panel request${first === undefined && ' is-short'}">
<header><h4>Request</h4>${renderLanguages(entry)}</header>
${samples}
</section>`;
}
