import type { WebhookEndpoint } from '../api/generated.ts';
import type { Tone } from './status.ts';
import { formatMinute } from './time.ts';

interface EndpointText {
  label: string;
  tone: Tone;
  /** What to do; null if nothing. */
  advice: string | null;
}

const DISABLED: Record<NonNullable<WebhookEndpoint['disabled_reason']>, Omit<EndpointText, 'label'>> = {
  user: { tone: 'neutral', advice: null },
  gone: {
    tone: 'bad',
    advice: 'The endpoint responded with 410 Gone, so nothing is sent to it. If it exists again, enable it.',
  },
  failing: {
    tone: 'bad',
    advice: 'Every attempt failed for five days, so nothing is sent to it. Fix the endpoint, then enable it.',
  },
};

export function describeEndpoint({
  status,
  disabled_reason: reason,
  failing_since: since,
}: Pick<WebhookEndpoint, 'status' | 'disabled_reason' | 'failing_since'>): EndpointText {
  if (status === 'disabled') return { label: 'Disabled', ...DISABLED[reason ?? 'user'] };
  if (since === null) return { label: 'Enabled', tone: 'good', advice: null };
  return {
    label: 'Failing',
    tone: 'warning',
    advice: `Every attempt has failed since ${formatMinute(since)}. Florin keeps retrying, and disables the endpoint after five days of failures.`,
  };
}
