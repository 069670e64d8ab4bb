import { describe, expect, it } from 'vitest';
import { expectBalanced, readTags, readText } from './read-tags.test-fixture.ts';
import { type ErrorPage, renderErrorIndex, renderErrorPage } from './render-error-page.ts';

const mismatch: ErrorPage = {
  code: 'amount_mismatch',
  status: 422,
  title: 'The amounts do not match',
  meaning: 'The amount at the given `exchange_rate` is not `total_amount`. Nothing was created.',
  fix: 'Divide `total_amount` by the rate.',
  retryable: false,
};
const limited: ErrorPage = {
  ...mismatch,
  code: 'rate_limited',
  status: 429,
  title: 'Too many requests',
  retryable: true,
};
const broken: ErrorPage = { ...mismatch, code: 'malformed_json', status: 400, title: 'The body is not JSON' };
const all = [mismatch, limited, broken];

describe('the page of an error code', () => {
  const page = renderErrorPage(mismatch, all);

  it('says what it means, how to fix it and whether to retry', () => {
    expectBalanced(readTags(page));
    expect(page).toContain('<h1>The amounts do not match</h1>');
    expect(page).toContain('Unprocessable Entity');
    expect(page).toContain('<code>exchange_rate</code>');
    expect(page).toContain('Do not retry unchanged');
    expect(renderErrorPage(limited, all)).toContain('Safe to retry');
  });

  it('shows an example body', () => {
    const text = readText(page);
    expect(text).toContain('"type": "https://florin.example/docs/errors/amount_mismatch"');
    expect(text).toContain('"status": 422');
    expect(text).toContain('"detail": "The amount at the given exchange_rate is not total_amount."');
  });

  it('links to every code, and to the ones before and after it', () => {
    for (const { code } of all) expect(page).toContain(`href="/docs/errors/${code}"`);
    expect(page).toContain('<a href="/docs/errors/amount_mismatch" aria-current="page">');
    expect(page).toContain('<a rel="prev" href="/docs/errors/malformed_json">');
    expect(page).toContain('<a rel="next" href="/docs/errors/rate_limited">');
  });

  it('escapes everything', () => {
    const evil = '"><script>x</script>';
    const hostile = {
      code: evil,
      status: 400,
      title: evil,
      meaning: evil,
      fix: `[a](javascript:x) ${evil}`,
      retryable: true,
    };
    for (const markup of [renderErrorPage(hostile, [hostile]), renderErrorIndex([hostile])]) {
      expectBalanced(readTags(markup));
      expect(markup).not.toContain('<script>x');
      expect(markup).not.toContain('href="javascript');
    }
  });
});

describe('the index', () => {
  it('lists every code under its status, in order', () => {
    const page = renderErrorIndex(all);
    expectBalanced(readTags(page));
    const main = page.slice(page.indexOf('<main'));
    const codes = [...main.matchAll(/href="\/docs\/errors\/(\w+)"/g)].map((match) => match[1]);
    expect(codes).toEqual(['malformed_json', 'amount_mismatch', 'rate_limited']);
    expect(main.match(/<h1>/g)).toHaveLength(1);
  });
});
