import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashboardDocument, publicDocument } from '../src/http/docs/real-documents.test-fixture.ts';
import { type Schema, sampleSchema } from './faults/input/sample-schema.ts';

const ROUNDS = { numRuns: 20 };

const bodies = [publicDocument, dashboardDocument].flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return schema ? [[`${method} ${path}`, schema as Schema] as const] : [];
    }),
  ),
);

describe('samples of a schema', () => {
  it.each(bodies)('can be made for the body of %s', (_, schema) => {
    expect(fc.sample(sampleSchema(schema), ROUNDS)).toHaveLength(ROUNDS.numRuns);
  });

  it('match a pattern with a lookahead, half of the time', () => {
    const pattern = '^(?=[0-9.]*[1-9])[0-9]{1,3}(\\.[0-9]{1,2})? BTC$';
    const samples = fc.sample(sampleSchema({ type: 'string', pattern }), { numRuns: 200 });
    const matching = samples.filter((text) => new RegExp(pattern).test(String(text)));
    expect(matching.length).toBeGreaterThan(20);
    expect(samples.filter((text) => /^0+(\.0+)? BTC$/.test(String(text)))).toEqual([]);
  });
});
