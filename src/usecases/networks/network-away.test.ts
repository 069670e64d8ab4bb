import { expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { networkAway } from './network-away.ts';

it('networkAway asks to retry and keeps what the nodes said out of the answer', () => {
  const cause = new ChainError('away', 'https://user:secret@node.example timed out');
  const problem = networkAway(NETWORKS.solana, cause);
  expect(problem).toMatchObject({ code: 'unavailable', cause, network: 'Solana', headers: { 'retry-after': '5' } });
  expect(problem.message).toContain('Solana');
  expect(problem.message).not.toContain('secret');
});
