import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import type { Problem } from '../../domain/errors.ts';
import { chainFor } from './chain-for.ts';

describe('chainFor', () => {
  const ports = createMemoryPorts();

  it('finds a watched network of the mode', () => {
    expect(chainFor(ports.chains, 'solana', true)).toBe(ports.chain('solana'));
    expect(chainFor(ports.chains, 'solana-devnet', false)).toBe(ports.chain('solana-devnet'));
  });

  it.each([
    ['a network of the other mode', 'solana', false],
    ['a network that is not watched', 'ethereum', true],
    ['a network that does not exist', 'gold', true],
  ])('answers validation_failed at #/network for %s', (_, name, livemode) => {
    expect(() => chainFor(ports.chains, name, livemode)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: [expect.objectContaining({ pointer: '#/network', code: 'invalid_value' })],
      }),
    );
  });

  it('says what the server watches, and that it is nothing', () => {
    const detail = (chains: typeof ports.chains) => {
      try {
        return chainFor(chains, 'gold', true).network.name;
      } catch (error) {
        return (error as Problem).errors[0]?.detail;
      }
    };
    expect(detail(new Map([['solana', ports.chain('solana')]]))).toBe(
      'There is no network gold. This server watches solana.',
    );
    expect(detail(new Map())).toBe('There is no network gold. This server watches none in live mode.');
  });
});
