import { expect, it } from 'vitest';
import { createFakeChain } from '../../../test/memory/fake-chain.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { networkAway } from './network-away.ts';

it('networkAway asks to retry and keeps what the nodes said out of the answer', () => {
  const cause = new ChainError('away', 'https://user:secret@node.example timed out');
  const problem = networkAway(createFakeChain('solana'), cause);
  expect(problem).toMatchObject({ code: 'unavailable', cause, headers: { 'retry-after': '5' } });
  expect(problem.message).toContain('Solana');
  expect(problem.message).not.toContain('secret');
});
