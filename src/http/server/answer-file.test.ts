import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerFile } from './answer-file.ts';
import { jsonFile, type StaticFile, staticFile } from './static-files.ts';

const file: StaticFile = jsonFile({ text: 'a'.repeat(1_000) });
const headers = { 'cache-control': 'no-cache' };
const ask = (sent: Record<string, string>, asked = file) => answerFile(sent, { status: 200, headers, file: asked });

describe('a file', () => {
  it('is compressed for a client that allows it', () => {
    const plain = ask({});
    const zipped = ask({ 'accept-encoding': 'gzip, br' });
    expect(plain).toMatchObject({
      status: 200,
      headers: { 'content-type': file.contentType, vary: 'Accept-Encoding' },
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(zipped.headers).toMatchObject({ ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(zipped.body as Buffer)).toEqual(plain.body);
  });

  it('is the same object for every answer', () => {
    expect(ask({}).body).toBe(ask({}).body);
    expect(ask({ 'accept-encoding': 'gzip' }).body).toBe(ask({ 'accept-encoding': 'gzip' }).body);
  });

  it.each([file.etag, `"other", ${file.etag}`])('is not sent to a client that has it: %s', (known) => {
    const answer = ask({ 'if-none-match': known, 'accept-encoding': 'gzip' });
    expect(answer).toEqual({ status: 304, headers: { ...headers, etag: file.etag, vary: 'Accept-Encoding' } });
  });

  it('is sent to a client that has another', () => {
    expect(ask({ 'if-none-match': staticFile('text/plain', 'other').etag }).status).toBe(200);
  });

  it('that is an image is not compressed', () => {
    expect(ask({ 'accept-encoding': 'gzip' }, staticFile('image/png', Buffer.from('x'))).headers).not.toHaveProperty(
      'content-encoding',
    );
  });
});
