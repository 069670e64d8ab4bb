import type { ReactNode } from 'react';
import type { IntentStatus } from '../api/types.ts';
import { describeStatus, type Tone } from '../format/status.ts';

const TONES: Record<Tone, string> = {
  neutral: 'bg-neutral-tint text-neutral-ink',
  info: 'bg-info-tint text-info-ink',
  good: 'bg-good-tint text-good-ink',
  warning: 'bg-warning-tint text-warning-ink',
  bad: 'bg-bad-tint text-bad-ink',
};

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 py-px text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
      {children}
    </span>
  );
}

/** Whether the owner of the account that sent a transfer signed the claim on it. */
export function ClaimBadge({ proven }: { proven: boolean }) {
  return <Badge tone={proven ? 'good' : 'warning'}>{proven ? 'Proven' : 'Unproven'}</Badge>;
}

export function StatusBadge({ status }: { status: IntentStatus }) {
  const { label, tone } = describeStatus(status);
  return <Badge tone={tone}>{label}</Badge>;
}
