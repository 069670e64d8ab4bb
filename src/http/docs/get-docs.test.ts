import { expect, it } from 'vitest';
import { Problem } from '../../domain/errors.ts';
import type { FileAnswer } from '../server/answer.ts';
import type { Context } from '../server/context.ts';
import { docsPages } from './get-docs.ts';
import { publicDocument } from './real-documents.test-fixture.ts';

const [home] = docsPages;

const ask = async (url: string) =>
  (await home?.handle({ openapi: () => publicDocument } as unknown as Context, { url } as never)) as FileAnswer;

it('renders and compresses a page once', async () => {
  const { headers, file } = await ask('/docs');
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  expect((await ask('/docs?from=mail')).file).toBe(file);
});

it('keeps only the pages that were read last', async () => {
  const { file } = await ask('/docs/errors/internal');
  for (const name of Object.keys(publicDocument.components.schemas)) await ask(`/docs/schemas/${name}`);
  const again = await ask('/docs/errors/internal');
  expect(again.file).not.toBe(file);
  expect(again.file.body).toEqual(file.body);
});

it('has JSON for the search', async () => {
  const { headers, file } = await ask('/docs/search.json');
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  expect(file.body.length).toBeLessThan(150_000);
});

it('has the texts of the guides for the search, which are built once', async () => {
  const { headers, file } = await ask('/docs/search-texts.json');
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  expect(file.gzip?.().length).toBeLessThan(150_000);
  expect((await ask('/docs/search-texts.json')).file).toBe(file);
});

it('does not have other pages', async () => {
  await expect(ask('/docs/guides/nothing')).rejects.toThrow(Problem);
  await expect(ask('/docs/guides/../../package')).rejects.toThrow(Problem);
});
