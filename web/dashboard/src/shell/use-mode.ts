import { useSearch } from '@tanstack/react-router';
import type { Mode } from '../api/types.ts';

/** The mode stands in the address, so that a link or a reload never changes whose data is shown. */
export function useMode(): Mode {
  return useSearch({ from: '/signed-in', select: (search) => (search.mode === 'live' ? 'live' : 'test') });
}
