import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCustomerName } from './read-customer-name.ts';

const parsed = (body: string): string => (JSON.parse(body) as { customer: { name: string } }).customer.name;

describe('the name of the customer in a stored body', () => {
  it.each([
    ['{"customer":{"name":"Ada"}}', 'Ada'],
    [
      '{ "metadata" : { "a" : "name" } , "customer" : { "email" : "a" , "name" \n : \t "Ada, the 1st: {x}" } }',
      'Ada, the 1st: {x}',
    ],
    ['{"metadata":{"name":"no"},"customer":{"name":"Ada"}}', 'Ada'],
    ['{"customer":{"name":"Ada"},"metadata":{"name":"no","customer":"name"}}', 'Ada'],
    ['{"customer":{"name":"no","name":"Ada"}}', 'Ada'],
    ['{"customer":{"name":"no","n\\u0061me":"Ada"}}', 'Ada'],
    ['{"description":"\\"customer\\":{\\"name\\":\\"no\\"","customer":{"name":"Ada"}}', 'Ada'],
    ['{"customer":{"name":""}}', ''],
    ['{"customer":{"name":"Zo\\u00eb \\"the\\\\first\\" 😀"}}', 'Zoë "the\\first" 😀'],
  ])('of %s', (body, name) => {
    expect([readCustomerName(body), parsed(body)]).toEqual([name, name]);
  });

  it('is what a parser reads, whatever the request has', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('name', 'customer', '"name":"x"', ':', '\\', '{}'),
    );
    const request = fc.record({
      metadata: fc.dictionary(text, text, { maxKeys: 3 }),
      customer: fc.record({ email: text, name: text }),
      description: text,
    });
    fc.assert(
      fc.property(request, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const body = JSON.stringify(value, undefined, space);
        expect(readCustomerName(body)).toBe(value.customer.name);
      }),
    );
  });
});
