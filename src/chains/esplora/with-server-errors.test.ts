import { expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../../ports/chain.ts';
import { withServerErrors } from './with-server-errors.ts';

const failing = (message: string) =>
  withServerErrors({ probe: () => Promise.reject(new ChainError('away', message)) } as unknown as ChainAdapter);

it.each([
  ['The node’s block 7 is cut off.', 'The Esplora server’s block 7 is cut off.'],
  ['It is behind other nodes.', 'It is behind other Esplora servers.'],
  ['Check the node. It is behind.', 'Check the Esplora server. It is behind.'],
  [
    'No node responds: node.example could not be reached; my-node.example did not respond.',
    'No Esplora server responds: node.example could not be reached; my-node.example did not respond.',
  ],
])('errors speak of an Esplora server: %s', async (message, expected) => {
  await expect(failing(message).probe()).rejects.toMatchObject({ name: 'ChainError', kind: 'away', message: expected });
});
