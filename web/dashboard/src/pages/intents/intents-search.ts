import type { IntentStatus } from '../../api/types.ts';

/** The filter in the URL of the payments page. */
export interface IntentsSearch {
  status?: IntentStatus | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}
