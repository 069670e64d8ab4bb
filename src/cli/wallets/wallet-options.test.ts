import { expect, it } from 'vitest';
import { parseCommand } from '../parse-command.ts';
import { isLiveWallet } from './wallet-options.ts';

function readMode(...options: string[]): boolean {
  const parsed = parseCommand(['wallets', 'release', '--address', 'x', '--network', ...options]);
  if ('help' in parsed) throw new Error(parsed.help);
  return isLiveWallet(parsed.args);
}

it.each([
  [['solana'], true],
  [['solana', '--live'], true],
  [['solana-devnet'], false],
  [['evm'], false],
  [['evm', '--live'], true],
])('--network %j is in live mode: %j', (options, isLive) => {
  expect(readMode(...options)).toBe(isLive);
});

it('--live is rejected for a test network, instead of adding the wallet in test mode', () => {
  expect(() => readMode('solana-devnet', '--live')).toThrow('solana-devnet is a test network. Leave out --live.');
});
