import type { IntentStatus } from '../../api/types.ts';

/** What the address of the payments page says about its list. */
export interface IntentsSearch {
  status?: IntentStatus | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}
