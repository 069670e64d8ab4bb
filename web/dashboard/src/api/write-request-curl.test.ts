import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isCut, writeRequestCurl } from './write-request-curl.ts';

const PATH = '/fpk_test_1/items?cursor=it%27s&x=$HOME`id`';

/** What a shell passes to curl. */
function parse(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env['PATH'], PRIVATE_KEY: 'fsk_test_2' };
  return execFileSync('sh', ['-c', script], { env }).toString().split('\0').slice(0, -1);
}

const write = (method: string, body: string | null = null, path = PATH) =>
  parse(writeRequestCurl('http://127.0.0.1:3000/', { method, path, request_body: body }));

it('a shell parses the command as the same request, with the private key from a variable', () => {
  expect(write('GET')).toEqual([`http://127.0.0.1:3000${PATH}`, '-H', 'Authorization: Bearer fsk_test_2']);
  expect(write('HEAD').slice(0, 1)).toEqual(['-I']);
  expect(write('DELETE').slice(0, 2)).toEqual(['-X', 'DELETE']);
  expect(write('GET', null, '/a?b[]={c}').slice(0, 2)).toEqual(['-g', 'http://127.0.0.1:3000/a?b[]={c}']);
});

it('the body is as it was logged', () => {
  const body = '{"name": "it\'s $HOME `id` \\" \\\\",\n "a": "@"}';
  expect(write('POST', body).slice(-4)).toEqual(['-H', 'Content-Type: application/json', '--data-raw', body]);
  const csv = "@item_id,name\na,'b'";
  expect(write('POST', csv).slice(-4)).toEqual(['-H', 'Content-Type: text/csv', '--data-raw', csv]);
});

it('a body that was cut has to be added', () => {
  expect(isCut('{"a":"x…')).toBe(true);
  expect(isCut('{"a":"…"}')).toBe(false);
  expect(isCut(null)).toBe(false);
  expect(write('PUT', '{"a":"x…').slice(-2)).toEqual(['-d', '@body']);
});
