import { expect, it } from 'vitest';
import { findExample } from './find-example.ts';
import { listExamples } from './list-examples.ts';
import { methods } from './open-api-types.ts';
import { publicDocument } from './real-documents.test-fixture.ts';

it('finds a value of every named schema', () => {
  const names = Object.keys(publicDocument.components.schemas);
  expect(names.filter((name) => findExample(publicDocument, name) === undefined)).toEqual([]);
});

it('finds a value inside a larger one, and the same schema where it is alone', () => {
  expect(findExample(publicDocument, 'Target')).toMatchObject({ network: 'solana-devnet', manual_amount: null });
  expect(findExample(publicDocument, 'PaymentIntent')).toHaveProperty('object', 'payment_intent');
  expect(findExample(publicDocument, 'Unknown')).toBeUndefined();
});

it('leaves no response of the reference with a made-up value', () => {
  const operations = Object.values(publicDocument.paths).flatMap((item) =>
    methods.flatMap((method) => item[method] ?? []),
  );
  const madeUp = operations.filter(({ responses }) =>
    Object.values(responses)
      .flatMap(({ content = {} }) => Object.values(content))
      .some((media) => JSON.stringify(listExamples(publicDocument, media)).includes('"…"')),
  );
  expect(madeUp.map(({ operationId }) => operationId)).toEqual([]);
});
