import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import type { Tone } from '../format/status.ts';
import { formatDuration } from '../format/time.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const TONES: Partial<Record<Tone, string>> = {
  info: 'bg-info-tint text-info-ink',
  good: 'bg-good-tint text-good-ink',
  warning: 'bg-warning-tint text-warning-ink',
  bad: 'bg-bad-tint text-bad-ink',
};

export function Notice({ tone, children, role }: { tone: Tone; children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div role={role} className={`flex gap-2 rounded-md px-3 py-2 text-[13px] ${TONES[tone] ?? 'bg-neutral-tint'}`}>
      {tone === 'warning' || tone === 'bad' ? <Icon name="warning" className="mt-0.5 size-4" /> : null}
      <div className="min-w-0 flex-1 wrap-break-word">{children}</div>
    </div>
  );
}

/** The error's message, with the wait time if the server sent one. */
function explainError(error: Error): string {
  if (error instanceof ApiError && error.status === 429) {
    const wait = error.retryAfterSeconds;
    return wait === null
      ? 'Too many attempts. Wait a moment and try again.'
      : `Too many attempts. Try again in ${formatDuration(wait)}.`;
  }
  return error.message;
}

/** The error of a form or an action; renders nothing without one. */
export function ErrorNotice({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Notice tone="bad" role="alert">
      {explainError(error)}
    </Notice>
  );
}

/** Replaces a page or list that could not be loaded. */
export function LoadError({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 rounded-lg border border-line px-6 py-12 text-center">
      <Icon name="warning" className="size-6 text-bad-ink" />
      <p className="font-medium">Could not load {what}</p>
      <p className="max-w-md text-soft">{explainError(error)}</p>
      {requestId === null ? null : <p className="font-mono text-xs text-soft">{requestId}</p>}
      <Button className="mt-2" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
