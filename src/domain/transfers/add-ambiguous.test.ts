import { expect, it } from 'vitest';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { sampleIntent } from '../intents/sample-intent.test-fixture.ts';
import { LIMITS } from '../limits.ts';
import { addAmbiguous } from './add-ambiguous.ts';

const open = sampleIntent('1 SOL', '1 SOL = $100', 0);
const transfer = (tx: string) =>
  sampleTransfer(tx, '1 SOL', { address: 'wallet', reference: undefined }, { firstSeenAtMs: 0 });

it('lists each transfer once, however often it is reported', () => {
  const one = addAmbiguous(open, 'solana', [transfer('t1')]);
  const two = addAmbiguous(one, 'solana', [transfer('t1'), transfer('t2')]);
  expect(two.ambiguousTransfers).toEqual(['solana:t1:0', 'solana:t2:0']);
});

it('changes nothing that would be written if it has all of them', () => {
  const one = addAmbiguous(open, 'solana', [transfer('t1')]);
  expect(addAmbiguous(one, 'solana', [transfer('t1')])).toBe(one);
  expect(addAmbiguous(open, 'solana', [])).toBe(open);
});

it('lists no more transfers than an intent can have payments, so that an intent cannot grow without limit', () => {
  const max = LIMITS.paymentsPerIntentMax;
  const transfers = Array.from({ length: max + 2 }, (_, count) => transfer(`t${count}`));
  const nearly = addAmbiguous(open, 'solana', transfers.slice(0, max - 1));
  const full = addAmbiguous(nearly, 'solana', transfers);
  expect(full.ambiguousTransfers).toHaveLength(max);
  expect(full.ambiguousTransfers.at(-1)).toBe(`solana:t${max - 1}:0`);
  expect(addAmbiguous(full, 'solana', transfers)).toBe(full);
});
