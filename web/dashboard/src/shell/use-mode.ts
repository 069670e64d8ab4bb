import { useSearch } from '@tanstack/react-router';
import type { Mode } from '../api/types.ts';

/** The mode is part of the URL, so that links and reloads keep it. */
export function useMode(): Mode {
  return useSearch({ from: '/signed-in', select: (search) => (search.mode === 'live' ? 'live' : 'test') });
}
