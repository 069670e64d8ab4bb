import { expect, it } from 'vitest';
import { quoteNode } from './quote-node.ts';

const endpoint = {
  url: 'https://eth.example/v2/k3yOfTheCustomer?token=t0kenOfTheCustomer',
  authorization: `Basic ${Buffer.from('florin:s:cret').toString('base64')}`,
};

it.each([
  ['block range is limited to 10', 'block range is limited to 10'],
  ['unknown key k3yOfTheCustomer or t0kenOfTheCustomer', 'unknown key … or …'],
  ['see https://eth.example/account/5?x=1 to upgrade', 'see … to upgrade'],
  ['wrong password s:cret', 'wrong password …'],
  ['two\nlines\u0000and\u001b[31mmore ', 'two lines and [31mmore'],
])('of “%s” shows “%s”', (text, shown) => expect(quoteNode(text, endpoint)).toBe(shown));

it('hides a key that is the user name', () => {
  const authorization = `Basic ${Buffer.from('key-4711-abc:').toString('base64')}`;
  expect(quoteNode('key-4711-abc is blocked', { url: 'https://node.example/', authorization })).toBe('… is blocked');
  const named = `Basic ${Buffer.from('florin:key').toString('base64')}`;
  expect(quoteNode('florin sent key', { url: 'https://node.example/', authorization: named })).toBe('florin sent …');
});

it.each([
  ['key-4711', 'key-4711-and-more', 'https://node.example/'],
  ['florin', 'key-4711-and-more', 'https://node.example/key-4711'],
  ['key-4711-and-more', 'key-4711', 'https://node.example/'],
])('hides all of a secret that begins like another one (%s:%s at %s)', (user, password, url) => {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  expect(quoteNode('key-4711-and-more is blocked', { url, authorization })).toBe('… is blocked');
});

it('hides a secret in the form that the URL has, and in its header', () => {
  const authorization = `Basic ${Buffer.from('florin:key').toString('base64')}`;
  const url = 'https://node.example/key%2B4711?token=token%2B4711';
  expect(quoteNode('key%2B4711, key+4711', { url, authorization })).toBe('…, …');
  expect(quoteNode('token%2B4711, token+4711', { url, authorization })).toBe('…, …');
  expect(quoteNode(`bad header ${authorization}`, { url, authorization })).toBe('bad header Basic …');
});

it('is short, however much a node says', () => {
  expect(quoteNode('no '.repeat(10_000_000), endpoint)).toHaveLength(200);
});

it('has no secrets to hide where the URL has none', () => {
  expect(quoteNode('a reason', { url: 'http://127.0.0.1:8545/', authorization: undefined })).toBe('a reason');
});
