import type { Tone } from './command.ts';

const TONES: Record<string, Tone> = {
  succeeded: 'good',
  final: 'good',
  delivered: 'good',
  enabled: 'good',
  reversed: 'bad',
  void: 'bad',
  failed: 'bad',
  disabled: 'bad',
  needs_review: 'warning',
  partially_paid: 'warning',
  unmatched: 'warning',
  flagged: 'warning',
  expiring: 'warning',
  expired: 'quiet',
  canceled: 'quiet',
};

/** How to show a status, or an event whose type ends with it. */
export const toneOf = (word: string): Tone | undefined => TONES[word.slice(word.lastIndexOf('.') + 1)];
