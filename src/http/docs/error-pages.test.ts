import { expect, it } from 'vitest';
import { errorPages } from './error-pages.ts';
import { readText } from './read-tags.test-fixture.ts';
import { renderErrorPage } from './render-error-page.ts';

function pageOf(wanted: string): string | undefined {
  const page = errorPages.find(({ code }) => code === wanted);
  return page && readText(renderErrorPage(page, errorPages));
}

it('shows the list of invalid fields where the error has one', () => {
  expect(pageOf('validation_failed')).toContain('"pointer": "#/customer/email"');
  expect(pageOf('not_found')).not.toContain('"errors":');
});
