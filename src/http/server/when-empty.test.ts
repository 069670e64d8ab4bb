import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Reason } from '../intents/reason-schema.ts';
import { CreateItemBody } from '../items/item-schema.ts';
import { CreateKeyBody } from '../keys/api-key-schema.ts';
import { SettingsBody } from '../merchants/settings-schema.ts';
import { AddPasskeyBody } from '../sessions/security-schema.ts';
import { SetUpBody } from '../sessions/session-schema.ts';
import { CreateEndpointBody } from '../webhooks/endpoint-schema.ts';
import { compileCheck } from './validate.ts';
import { whenEmpty } from './when-empty.ts';

describe('whenEmpty', () => {
  const name = whenEmpty('Enter a name.', Type.String({ minLength: 1, maxLength: 3 }));
  const check = compileCheck(Type.Object({ name, nickname: Type.Optional(name) }));

  it.each([
    ['an empty text', '', 'too_short', 'Enter a name.'],
    ['a text that is too long', 'Anna', 'too_long', 'Must have 1 to 3 characters.'],
    ['no text', null, 'invalid_type', 'Must be a string of 1 to 3 characters.'],
  ])('says what is wrong with %s', (_, value, code, detail) => {
    const pointers = ['#/name', '#/nickname'];
    expect(check({ name: value, nickname: value })).toEqual(pointers.map((pointer) => ({ pointer, code, detail })));
  });

  it('leaves the schema that is published as it was', () => {
    expect(JSON.parse(JSON.stringify(name))).toEqual({ type: 'string', minLength: 1, maxLength: 3 });
  });
});

it.each<[string, TSchema, string, string]>([
  ['a business', SetUpBody, 'business_name', 'Enter a business name.'],
  ['an email address', SetUpBody, 'email', 'Enter an email address.'],
  ['a password', SetUpBody, 'password', 'Enter a password of at least 10 characters.'],
  ['a changed business', SettingsBody, 'name', 'Enter a business name.'],
  ['a key', CreateKeyBody, 'name', 'Enter a name for the key.'],
  ['a passkey', AddPasskeyBody, 'name', 'Enter a name for the passkey.'],
  ['a webhook endpoint', CreateEndpointBody, 'url', 'Enter a URL.'],
  ['the ID of an item', CreateItemBody, 'item_id', 'Enter an item ID.'],
  ['the name of an item', CreateItemBody, 'name', 'Enter a name.'],
  ['a decision', Type.Object({ reason: Reason }), 'reason', 'Enter a reason.'],
])('an empty field says what to enter for %s', (_, schema, field, detail) => {
  const errors = compileCheck(schema)({ [field]: '' });
  expect(errors.find(({ pointer }) => pointer === `#/${field}`)).toMatchObject({ detail });
});
