import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { AnyCall } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { getDocs } from './get-docs.ts';
import { publicDocument } from './real-documents.test-fixture.ts';

interface FileAnswer {
  headers: Record<string, string>;
  body: Buffer;
}

function ask(headers: AnyCall['headers']): FileAnswer {
  const context = { openapi: publicDocument } as unknown as Context;
  return getDocs.handle(context, { headers } as never) as FileAnswer;
}

it('renders the reference once, and compresses it for a client that allows it', () => {
  const plain = ask({});
  const zipped = ask({ 'accept-encoding': 'gzip, br' });
  expect(plain.headers).toMatchObject(HTML_HEADERS);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(zipped.headers).toMatchObject({ ...HTML_HEADERS, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
  expect(zipped.body.length).toBeLessThan(150_000);
  expect(ask({}).body).toBe(plain.body);
});
