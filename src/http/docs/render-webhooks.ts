import { type Html, html } from './html.ts';
import { listExamples } from './list-examples.ts';
import type { WebhookEntry } from './list-webhooks.ts';
import type { MediaType, OpenApiDocument, Webhook } from './open-api-types.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderType } from './render-fields.ts';
import { renderInlineMarkdown, renderMarkdown } from './render-markdown.ts';
import { renderMethod } from './render-operation.ts';
import { renderParameters } from './render-parameters.ts';
import { statusKind } from './render-status.ts';
import { resolveSchema } from './resolve-schema.ts';

/** The type of an event, with points where it can wrap. */
export function renderEventType(type: string): Html {
  return html`${type.split(/(?<=[._])/).map((step) => html`${step}<wbr>`)}`;
}

/** The body of any webhook: what the schemas of all types have in common. */
function renderBody(document: OpenApiDocument, [type, { schema }]: [string, MediaType]): Html {
  const shared = schema?.allOf?.[0];
  return html`<p class="media"><code>${type}</code></p>
${shared && html`<p class="field-head">${renderType(document, resolveSchema(document, shared))}</p>`}`;
}

function renderExpected({ responses }: Webhook): Html {
  const inOrder = Object.entries(responses).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const items = inOrder.map(
    ([status, { description }]) => html`<li>
<p class="field-head"><span class="status ${statusKind(status)}">${status === 'default' ? 'other' : status}</span></p>
${renderMarkdown(description)}
</li>`,
  );
  return html`<h3>Your response</h3><ul class="fields">${items}</ul>`;
}

/** What all webhooks share. They differ only in their body. */
function renderShared(document: OpenApiDocument, webhook: Webhook): Html {
  const id = 'webhook-request';
  const headers = webhook.parameters.map(({ name, example }) => `${name}: ${example}`).join('\n');
  return html`<section class="pair" id="${id}">
<div class="prose">
<h2><a class="anchor" href="#${id}">The request</a></h2>
<p class="endpoint">${renderMethod('post')} <span>The URL of your endpoint</span></p>
${renderParameters(document, webhook.parameters)}
<h3>Body</h3>
${Object.entries(webhook.requestBody.content).map((content) => renderBody(document, content))}
${renderExpected(webhook)}
</div>
<div class="samples"><div class="panel"><header><p>Headers</p></header>${renderCodeBlock(headers, 'text', 'Headers of a webhook')}</div></div>
</section>`;
}

function renderWebhook(document: OpenApiDocument, { id, type, webhook }: WebhookEntry): Html {
  const examples = Object.values(webhook.requestBody.content).flatMap((media) => listExamples(document, media));
  const bodies = examples.map(({ value }) =>
    renderCodeBlock(JSON.stringify(value, null, 2), 'json', `Body of ${type}`),
  );
  return html`<section class="pair event" id="${id}">
<div class="prose">
<h2><a class="anchor" href="#${id}">${renderEventType(type)}</a></h2>
<p>${renderInlineMarkdown(webhook.summary)}</p>
</div>
<div class="samples"><div class="panel"><header><p>Body</p></header>${bodies}</div></div>
</section>`;
}

/** The events that the server sends to webhook endpoints: what each means, and the body that it has. */
export function renderWebhooks(document: OpenApiDocument, entries: readonly WebhookEntry[], crumbs: Html): Html {
  const [first] = entries;
  const links = entries.map((entry) => html`<li><a href="#${entry.id}">${renderEventType(entry.type)}</a></li>`);
  return html`<section class="group">
<div class="pair">
<div class="prose">${crumbs}<h1>Webhook events</h1>
<p>The requests that Florin sends to your webhook endpoints, one for each type of event. <code>data.object</code> is what the event happened to, as it was right after the event.</p></div>
<div class="samples"><div class="panel endpoints"><header><p>Events</p></header><ul class="links">${links}</ul></div></div>
</div>
${first && renderShared(document, first.webhook)}
${entries.map((entry) => renderWebhook(document, entry))}
</section>`;
}
