import { type ReactNode, useEffect } from 'react';
import { Breakable } from './breakable.tsx';

interface PageProps {
  title: string;
  /** The browser tab's title, if it differs from the heading. */
  tabTitle?: string;
  /** Shown above the heading, such as a back link. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The heading, document title and layout of a page. The heading takes the focus when the route changes. */
export function Page({ title, tabTitle, above, lead, actions, children }: PageProps) {
  useDocumentTitle(tabTitle ?? title);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {above}
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere">
            <Breakable text={title} />
          </h1>
          {lead === undefined ? null : <div className="mt-0.5 text-soft">{lead}</div>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Florin`;
  }, [title]);
}
