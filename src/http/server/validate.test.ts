import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { compileCheck } from './validate.ts';

const check = compileCheck(
  Type.Object({
    password: Type.String({ minLength: 10, maxLength: 128 }),
    name: Type.Optional(Type.String({ maxLength: 2_000 })),
    time: Type.Optional(Type.String({ minLength: 5, 'x-expected': 'a time' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    person: Type.Optional(Type.Object({ phone: Type.String({ 'x-may-be-empty': true }), email: Type.String() })),
  }),
);

const closed = compileCheck(
  Type.Object(
    {
      event: Type.Optional(Type.String()),
      payment_intent_id: Type.Optional(Type.String()),
      limit: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
);

const detailsOf = (value: object) => closed(value).map(({ detail }) => detail);

it.each([
  ['limt', '"limt" is unknown. Did you mean `limit`?'],
  ['payment_intent', '"payment_intent" is unknown. Did you mean `payment_intent_id`?'],
  ['event_id', '"event_id" is unknown. Did you mean `event`?'],
  ['page', '"page" is unknown.'],
])('says which member was probably meant by %s', (name, detail) => {
  expect(detailsOf({ [name]: '1' })).toEqual([detail]);
});

it('guesses nothing where many members are unknown', () => {
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`limit${at}`, '1']));
  for (const detail of detailsOf(many)) expect(detail).toMatch(/ is unknown\.$/);
});

it.each([998, 999, 1_000, 1_001, 5_000])(
  'never takes a wrong value for a valid one beside %i unknown members',
  (count) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, '1']));
    expect(closed(many)).not.toEqual([]);
    expect(closed({ ...many, limit: 5 })).not.toEqual([]);
  },
);

const valid = { password: 'p'.repeat(10) };

it.each([
  ['a text that is too short', { password: '' }, 'too_short', 'Must have 10 to 128 characters.'],
  ['a text that is too long', { password: 'p'.repeat(129) }, 'too_long', 'Must have 10 to 128 characters.'],
  ['no text', { password: 1 }, 'invalid_type', 'Must be a string of 10 to 128 characters.'],
  [
    'a text without a minimum',
    { password: 'p'.repeat(10), name: 'n'.repeat(2_001) },
    'too_long',
    'Must have at most 2,000 characters.',
  ],
  ['a text of which more is expected', { password: 'p'.repeat(10), time: '' }, 'too_short', 'Must be a time.'],
  ['a number in quotes', { ...valid, count: '2' }, 'invalid_type', 'Must be a whole number from 1 to 9, not a string.'],
  ['a number out of range', { ...valid, count: 10 }, 'out_of_range', 'Must be a whole number from 1 to 9.'],
  ['no required text', { ...valid, person: { phone: '' } }, 'required', '"email" is required.'],
  [
    'no required text that may be empty',
    { ...valid, person: { email: '' } },
    'required',
    '"phone" is required. It can be an empty string.',
  ],
])('says what is wrong with %s', (_, value, code, detail) => {
  expect(check(value)).toMatchObject([{ code, detail }]);
});
