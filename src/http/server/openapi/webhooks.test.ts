import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../domain/events/event.ts';
import { exampleEvent } from '../../events/examples.ts';
import { buildOpenApi } from './build-openapi.ts';
import { buildSessionOpenApi } from './build-session-openapi.ts';

const document = buildOpenApi([], 'https://pay.example.com');
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const accepts = (type: string, event: unknown) =>
  ajv.validate({ $ref: `document#/webhooks/${type}/post/requestBody/content/application~1json/schema` }, event);

it('lists every type of event in the public document', () => {
  expect(Object.keys(document.webhooks ?? {})).toEqual(EVENT_TYPES);
  expect(buildSessionOpenApi([], 'https://pay.example.com').webhooks).toBeUndefined();
});

it('describes the event of each type, with an example', () => {
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    const { example } = post.requestBody.content['application/json'] ?? {};
    expect(example).toMatchObject({ type });
    expect(accepts(type, example), type).toBe(true);
  }
  expect(accepts('payment_intent.created', exampleEvent)).toBe(true);
  expect(accepts('payment_intent.succeeded', exampleEvent)).toBe(false);
  expect(accepts('payment_intent.created', { ...exampleEvent, id: 'evt_1' })).toBe(false);
  const ofWallet = { ...exampleEvent, data: { object: { object: 'wallet' } } };
  expect(accepts('payment_intent.created', ofWallet)).toBe(false);
  expect(accepts('wallet.changed', { ...ofWallet, type: 'wallet.changed' })).toBe(true);
});
