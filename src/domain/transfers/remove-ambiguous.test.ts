import { expect, it } from 'vitest';
import { sampleIntent } from '../intents/sample-intent.test-fixture.ts';
import { removeAmbiguous } from './remove-ambiguous.ts';

const ambiguousTransfers = ['solana:t1:0', 'solana:t1:1'];
const claimed = sampleIntent('1 SOL', '1 SOL = $100', 0, { ambiguousTransfers });

it('leaves the other transfers for a person to look at', () => {
  expect(removeAmbiguous(claimed, { network: 'solana', tx: 't1', index: 0 }).ambiguousTransfers).toEqual([
    'solana:t1:1',
  ]);
});

it('changes nothing that would be written if the transfer is not among them', () => {
  expect(removeAmbiguous(claimed, { network: 'solana', tx: 't1', index: 2 })).toBe(claimed);
});
