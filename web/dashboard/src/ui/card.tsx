import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Card({ title, lead, actions, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-raised shadow-lift">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <div className="min-w-0">
          <h2 id={id} className="text-[13px] font-semibold">
            {title}
          </h2>
          {lead === undefined ? null : <p className="text-xs wrap-anywhere text-soft">{lead}</p>}
        </div>
        {actions}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}
