import { type UseLinkPropsOptions, useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface ChoiceLinkProps {
  to: UseLinkPropsOptions;
  current: boolean;
  className: string;
  children: ReactNode;
}

/** One of several views of the same page. The caller says which one is current, because the router compares paths only. */
export function ChoiceLink({ to, current, className, children }: ChoiceLinkProps) {
  const { children: _none, ...link } = useLinkProps(to);
  return (
    <a {...link} aria-current={current ? 'true' : undefined} className={className}>
      {children}
    </a>
  );
}
