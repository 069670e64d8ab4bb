import { expect } from 'vitest';
import type { ChainError } from '../domain/networks/chain-error.ts';

const chainError = (kind: ChainError['kind']) => (sentence: RegExp) =>
  expect.objectContaining({ name: 'ChainError', kind, message: expect.stringMatching(sentence) }) as ChainError;

/** The error of a node that says something that cannot be true. */
export const distrusted = chainError('distrusted');
/** The error of a node that does not respond, or is behind. */
export const away = chainError('away');
