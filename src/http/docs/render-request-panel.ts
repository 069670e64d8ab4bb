import { type Html, html } from './html.ts';
import { listExamples } from './list-examples.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument } from './open-api-types.ts';
import { printCurl } from './print-curl.ts';
import { printExports } from './print-exports.ts';
import { printJavascript } from './print-javascript.ts';
import { printPython } from './print-python.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { sampleRequest } from './sample-request.ts';

/** The first one is the default. The style sheet uses these ids. */
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

function renderSamples(document: OpenApiDocument, entry: OperationEntry, body?: unknown): Html[] {
  const request = sampleRequest(document, entry, body);
  return languages.map(
    ({ id, label, print }) =>
      html`<div data-language="${id}">${renderCodeBlock(print(request), id, `Request with ${label}`)}</div>`,
  );
}

/** The request in each language, once for each example. All examples but the first are collapsed. */
export function renderRequestPanel(document: OpenApiDocument, entry: OperationEntry): Html {
  const media = entry.operation.requestBody?.content['application/json'];
  const examples = media === undefined ? [] : listExamples(document, media);
  const [first] = examples;
  const exports = printExports(document, [entry]);
  const samples =
    examples.length < 2
      ? renderSamples(document, entry, first?.value)
      : examples.map(
          ({ title, value }, index) => html`<details name="example-${entry.id}"${index === 0 && html` open`}>
<summary>${title}</summary>
${renderSamples(document, entry, value)}</details>`,
        );
  return html`<section class="panel request${first === undefined && ' is-short'}">
<header><h2>Request</h2>${renderLanguages(entry)}</header>
${samples}
${exports !== '' && html`<details><summary>Set these first</summary>${renderCodeBlock(exports, 'sh', 'Environment variables')}</details>`}
</section>`;
}
