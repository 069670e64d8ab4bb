import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { HTML_HEADERS } from '../server/html-headers.ts';
import type { Answer, Call, Context } from '../server/route.ts';
import { getDocs } from './get-docs.ts';
import { publicDocument } from './real-documents.test-fixture.ts';

function ask(headers: Call['headers']): Answer {
  const context = { openapi: publicDocument } as unknown as Context;
  return getDocs.handle(context, { headers } as never) as Answer;
}

it('renders the reference once, and compresses it for a client that allows it', () => {
  const plain = ask({});
  const zipped = ask({ 'accept-encoding': 'gzip, br' });
  expect(plain.headers).toMatchObject(HTML_HEADERS);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(zipped.headers).toMatchObject({ ...HTML_HEADERS, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(zipped.body as Buffer).equals(plain.body as Buffer)).toBe(true);
  expect((zipped.body as Buffer).length).toBeLessThan(150_000);
  expect(ask({}).body).toBe(plain.body);
});
