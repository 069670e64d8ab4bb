import { type UseLinkPropsOptions, useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface ChoiceLinkProps {
  to: UseLinkPropsOptions;
  chosen: boolean;
  className: string;
  children: ReactNode;
}

/** One of several addresses of the same page. Which one is shown is said by the caller: the router compares paths only. */
export function ChoiceLink({ to, chosen, className, children }: ChoiceLinkProps) {
  const { children: _none, ...link } = useLinkProps(to);
  return (
    <a {...link} aria-current={chosen ? 'true' : undefined} className={className}>
      {children}
    </a>
  );
}
