import { describe, expect, it } from 'vitest';
import { type IntentId, makeId } from '../ids.ts';
import { claimMessage } from './claim-message.ts';

const intentId: IntentId = makeId('pi', 1_000, new Uint8Array(10).fill(1));
const subject = { origin: 'https://pay.example.com', intentId, chainId: 'solana:local', tx: '5VERv8NM' };

describe('the message of a claim', () => {
  it('says what it is for, and names website, payment intent, network and transaction on lines of their own', () => {
    const lines = claimMessage(subject).split('\n');
    expect(lines[0]).toBe('Florin payment claim');
    expect(lines.slice(-4)).toEqual([
      'Website: https://pay.example.com',
      `Payment intent: ${intentId}`,
      'Network: solana:local',
      'Transaction: 5VERv8NM',
    ]);
    expect(lines.join(' ')).toContain('moves no money');
  });

  it('differs for another website, payment intent, network or transaction', () => {
    const other: IntentId = makeId('pi', 1_000, new Uint8Array(10).fill(2));
    const messages = new Set([
      claimMessage(subject),
      claimMessage({ ...subject, origin: 'https://other.example' }),
      claimMessage({ ...subject, intentId: other }),
      claimMessage({ ...subject, chainId: 'solana:x' }),
      claimMessage({ ...subject, tx: 'other' }),
    ]);
    expect(messages.size).toBe(5);
  });

  it('cannot be read as a Solana transaction', () => {
    const [signers = 0, readOnlySigners = 0] = new TextEncoder().encode(claimMessage(subject));
    // A versioned message starts with the highest bit; any message has fewer read-only signers than signers.
    expect(signers).toBeLessThan(0x80);
    expect(readOnlySigners).toBeGreaterThanOrEqual(signers);
  });
});
