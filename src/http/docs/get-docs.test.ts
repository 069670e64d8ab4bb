import { expect, it } from 'vitest';
import type { FileAnswer } from '../server/answer.ts';
import type { Context } from '../server/context.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { getDocs } from './get-docs.ts';
import { publicDocument } from './real-documents.test-fixture.ts';

const ask = () => getDocs.handle({ openapi: () => publicDocument } as unknown as Context, {} as never) as FileAnswer;

it('renders and compresses the reference once', () => {
  const { headers, file } = ask();
  expect(headers).toEqual(HTML_HEADERS);
  expect(file.gzip?.().length).toBeLessThan(160_000);
  expect(ask().file).toBe(file);
});
