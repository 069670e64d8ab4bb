import { ERRORS } from '../../domain/errors.ts';
import { errorAddress } from './error-links.ts';
import { GUIDES, guideAddress } from './guides.ts';
import { listOperations, type OperationEntry, type OperationGroup } from './list-operations.ts';
import { listWebhooks } from './list-webhooks.ts';
import type { OpenApiDocument, Schema } from './open-api-types.ts';
import { readGuide } from './read-guide.ts';
import { EVENTS_ADDRESS, groupAddress, operationAddress } from './reference-links.ts';
import { listSections } from './render-markdown.ts';
import { resolveSchema } from './resolve-schema.ts';
import { schemaAddress } from './schema-links.ts';

/** What the search finds. The script reads it in this order. */
export type SearchEntry = readonly [
  title: string,
  kind: 'Guide' | 'Endpoint' | 'Field' | 'Error' | 'Event' | 'Schema',
  /** More words by which it is found, shown below the title. */
  detail: string,
  address: string,
];

/** The sections of all guides, each with its entry. */
function listGuideSections(): { entry: SearchEntry; text: string }[] {
  return GUIDES.flatMap(({ guides }) =>
    guides.flatMap((guide) => {
      const { title, body } = readGuide(guide);
      const address = guideAddress(guide.name);
      return listSections(body).map(({ heading, text }): { entry: SearchEntry; text: string } => ({
        entry: heading ? [heading.text, 'Guide', title, `${address}#${heading.id}`] : [title, 'Guide', '', address],
        text,
      }));
    }),
  );
}

/** What the guides say, by the address of each section. It is much larger than the index, so browsers fetch it after that. */
export function buildSearchTexts(): Record<string, string> {
  return Object.fromEntries(listGuideSections().map(({ entry: [, , , address], text }) => [address, text]));
}

/** The names of all fields of a schema that it does not share with a named one, which has a page. */
function fieldsOf(document: OpenApiDocument, node: Schema, isPage = false): string[] {
  const { schema, name } = resolveSchema(document, node);
  if (name !== undefined && !isPage) return [];
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema;
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...allOf, ...values];
  return [...Object.keys(properties), ...inside.flatMap((one) => fieldsOf(document, one))];
}

function operationEntries(document: OpenApiDocument, entry: OperationEntry): SearchEntry[] {
  const { method, path, operation, responses } = entry;
  const { summary, operationId, parameters, requestBody } = operation;
  const address = operationAddress(entry);
  const media = [requestBody?.content ?? {}, ...responses.map(({ response }) => response.content ?? {})];
  const schemas = media.flatMap((content) => Object.values(content).flatMap(({ schema }) => schema ?? []));
  const headers = responses.flatMap(({ response }) => Object.keys(response.headers));
  const fields = [
    ...parameters.map(({ name }) => name),
    ...headers,
    ...schemas.flatMap((schema) => fieldsOf(document, schema)),
  ];
  return [
    [summary, 'Endpoint', `${method.toUpperCase()} ${path} ${operationId}`, address],
    ...Array.from(new Set(fields), (name): SearchEntry => [name, 'Field', summary, address]),
  ];
}

function schemaEntries(document: OpenApiDocument): SearchEntry[] {
  return Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const address = schemaAddress(name);
    const page: SearchEntry = [name, 'Schema', '', address];
    const fields = Array.from(
      new Set(fieldsOf(document, schema, true)),
      (field): SearchEntry => [field, 'Field', name, address],
    );
    return [page].concat(fields);
  });
}

function groupEntries(document: OpenApiDocument, group: OperationGroup): SearchEntry[] {
  const page: SearchEntry = [group.name, 'Endpoint', '', groupAddress(group)];
  return [page].concat(group.entries.flatMap((entry) => operationEntries(document, entry)));
}

/** Everything that a reader may look for: guides and their headings, endpoints, fields, events and error codes. */
export function buildSearchIndex(document: OpenApiDocument): SearchEntry[] {
  const groups = listOperations(document);
  const errors = Object.entries(ERRORS).map(
    ([code, { title }]): SearchEntry => [code, 'Error', title, errorAddress(code)],
  );
  const events = listWebhooks(document).map(
    ({ id, type }): SearchEntry => [type, 'Event', '', `${EVENTS_ADDRESS}#${id}`],
  );
  return [
    ...listGuideSections().map(({ entry }) => entry),
    ...groups.flatMap((group) => groupEntries(document, group)),
    ...events,
    ...errors,
    ...schemaEntries(document),
  ];
}
