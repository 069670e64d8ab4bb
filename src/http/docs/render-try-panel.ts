import { type Html, html } from './html.ts';
import { listExamples } from './list-examples.ts';
import type { OperationEntry } from './list-operations.ts';
import type { OpenApiDocument, Parameter } from './open-api-types.ts';
import { schemeOf } from './sample-request.ts';

/** What a reader may send from the page: what reads, and what creates. It never has a key that can move money. */
const isOffered = ({ method, operation }: OperationEntry): boolean =>
  method === 'get' || (method === 'post' && operation.operationId.endsWith('.create'));

const isNeeded = ({ in: place, required }: Parameter): boolean => place === 'path' || required === true;

function renderInput(parameter: Parameter): Html {
  const { name, in: place, example } = parameter;
  return html`<label>${name}<input name="${name}" data-in="${place}" autocomplete="off" spellcheck="false" placeholder="${example ?? ''}"${isNeeded(parameter) && html` required`}></label>`;
}

/** What is needed first. The rest is collapsed. */
function renderInputs(parameters: readonly Parameter[]): Html {
  const sent = parameters.filter((parameter) => parameter.in !== 'header');
  const optional = sent.filter((parameter) => !isNeeded(parameter)).map(renderInput);
  return html`${sent.filter(isNeeded).map(renderInput)}${optional.length > 0 && html`<details><summary>Optional parameters</summary>${optional}</details>`}`;
}

/** A form that sends the request from the page, with a test key that the reader types in. The script makes it work. */
export function renderTryPanel(document: OpenApiDocument, entry: OperationEntry): Html | undefined {
  if (!isOffered(entry)) return undefined;
  const { id, method, path, operation } = entry;
  const isKeyed = schemeOf(document, operation)?.type === 'http';
  const media = operation.requestBody?.content['application/json'];
  const [example] = media ? listExamples(document, media) : [];
  const key = html`<label>Private test key<input type="password" name="key" autocomplete="off" spellcheck="false" placeholder="fsk_test_…"></label>`;
  const body = html`<label>Body<textarea name="body" rows="12" spellcheck="false">${JSON.stringify(example?.value, null, 2)}</textarea></label>`;
  return html`<section class="panel try" id="${id}-try" hidden><details><summary><h2>Try it</h2></summary>
<form data-method="${method.toUpperCase()}" data-path="${path}">
${isKeyed && key}${renderInputs(operation.parameters)}${example && body}
<p class="note">${isKeyed ? 'Only test keys. They stay in this page until you close it.' : 'Needs no key.'}</p>
<button>Send</button>
</form>
<div class="result" role="status"></div>
</details></section>`;
}
