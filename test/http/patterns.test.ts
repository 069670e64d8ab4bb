import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { CRYPTO_AMOUNT_PATTERN } from '../../src/domain/money/crypto-amount.ts';
import { CURRENCY_SYMBOLS } from '../../src/domain/money/currency-symbols.ts';
import { EXCHANGE_RATE_PATTERN } from '../../src/domain/money/exchange-rate.ts';

/** What each engine must agree on with the server. */
const CASES = [
  ...CURRENCY_SYMBOLS.flatMap((symbol) => [`1 SOL = ${symbol}261.10`, `1 SOL = 98,114.20 ${symbol}`]),
  '1 SOL = CA$99',
  '1 BTC = 98,114.20 USD',
  '1 BTC = USD 98,114.20',
  '1 SOL = €€5',
  '1 SOL = 5',
  '1 SOL = ¬5',
  '0.00025 SOL',
  '1 USDC',
  '0 SOL',
  '-1 SOL',
].map((text) => ({
  text,
  rate: new RegExp(EXCHANGE_RATE_PATTERN, 'u').test(text),
  amount: new RegExp(CRYPTO_AMOUNT_PATTERN, 'u').test(text),
}));

const input = JSON.stringify({ rate: EXCHANGE_RATE_PATTERN, amount: CRYPTO_AMOUNT_PATTERN, cases: CASES });

const PYTHON = `import json, re, sys
given = json.load(sys.stdin)
print(json.dumps([{"text": c["text"], **{k: re.search(given[k], c["text"]) is not None for k in ("rate", "amount")}} for c in given["cases"]]))`;

/** With and without the flag for UTF-8. */
const php = (flag: string) => `$given = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($c) => ["text" => $c["text"],
  "rate" => preg_match("~" . $given["rate"] . "~${flag}", $c["text"]) === 1,
  "amount" => preg_match("~" . $given["amount"] . "~${flag}", $c["text"]) === 1], $given["cases"]));`;

it.each([
  ['Python', 'python3', ['-c', PYTHON]],
  ['PCRE with UTF-8', 'php', ['-r', php('u')]],
  ['PCRE', 'php', ['-r', php('')]],
])('the patterns of amounts and rates mean the same in %s', (_, program, args) => {
  const env = { ...process.env, PYTHONUTF8: '1' };
  expect(JSON.parse(execFileSync(program, args, { input, env, encoding: 'utf8' }))).toEqual(CASES);
});
