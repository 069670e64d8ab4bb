import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { writeCurl } from './write-curl.ts';

it('a shell parses the command as one request with a JSON body', () => {
  const command = writeCurl({ baseUrl: 'http://127.0.0.1:3000/', publicKey: 'fpk_test_1', privateKey: 'fsk_test_2' });
  const printArguments = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const [url, ...rest] = execFileSync('sh', ['-c', printArguments]).toString().split('\0');
  expect(url).toBe('http://127.0.0.1:3000/fpk_test_1/create_checkout_payment_intent');
  expect(rest).toContain('Authorization: Bearer fsk_test_2');
  expect(JSON.parse(rest[rest.indexOf('-d') + 1] ?? '')).toMatchObject({
    total_amount: 12_100,
    exchange_rate: '1 SOL = $261.10',
  });
});
