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

it('is short, however much a node says', () => {
  expect(quoteNode('no '.repeat(10_000_000), endpoint)).toHaveLength(200);
});

it('has no secrets to hide where the URL has none', () => {
  expect(quoteNode('a reason', { url: 'http://127.0.0.1:8545/', authorization: undefined })).toBe('a reason');
});
