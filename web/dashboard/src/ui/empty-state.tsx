import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** What belongs here. */
  children?: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
}

/** Replaces a list that has nothing to show. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children === undefined ? null : <div className="max-w-md text-balance text-soft">{children}</div>}
      {action === undefined ? null : (
        <div className="mt-2 flex flex-wrap justify-center gap-2 empty:hidden">{action}</div>
      )}
    </div>
  );
}
