import { describe, expect, it } from 'vitest';
import { tagOf } from './entity-tag.ts';
import { unlessKnown } from './unless-known.ts';

const TAG = tagOf('{"status":"succeeded"}');

const answer = (headers: Record<string, string>) => ({ status: 200, headers, body: 'made' });

const fail = () => {
  throw new Error('it was made');
};

describe('unlessKnown', () => {
  it('adds the tag to the answer', () => {
    const headers = { vary: 'Accept', etag: TAG };
    expect(unlessKnown({}, TAG, { vary: 'Accept' }, answer)).toEqual({ status: 200, headers, body: 'made' });
  });

  it('makes no answer that the client has', () => {
    const headers = { vary: 'Accept', etag: TAG };
    expect(unlessKnown({ 'if-none-match': TAG }, TAG, { vary: 'Accept' }, fail)).toEqual({ status: 304, headers });
  });
});
