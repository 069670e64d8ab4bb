import { describe, expect, it } from 'vitest';
import { findMisspelledVariables } from './find-misspelled-variables.ts';

describe('findMisspelledVariables', () => {
  it.each([
    ['FLORIN_BASE_ULR', 'FLORIN_BASE_URL'],
    ['FLORIN_TRUSTPROXY', 'FLORIN_TRUST_PROXY'],
    ['FLORN_SECRET', 'FLORIN_SECRET'],
    ['FLORIN_SMTP_URI', 'FLORIN_SMTP_URL'],
  ])('says what %s was meant to be', (typed, meant) => {
    expect(findMisspelledVariables({ [typed]: 'x' })).toEqual([
      `${typed} is not a variable of Florin. Did you mean ${meant}?`,
    ]);
  });

  it('says nothing about variables that are read, and about those of other programs', () => {
    const env = {
      FLORIN_BASE_URL: 'https://pay.example',
      FLORIN_SECRET: 's'.repeat(32),
      FLORIN_RPC_BITCOIN: 'http://127.0.0.1:8332',
      FLORIN_API_SERVICE_HOST: '10.0.0.1',
      FLORIN_TEST_CITUS_URL: 'postgres://127.0.0.1',
      FLAGS: 'x',
      PATH: '/bin',
    };
    expect(findMisspelledVariables(env)).toEqual([]);
  });
});
