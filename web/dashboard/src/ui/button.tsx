import type { ComponentProps } from 'react';
import { type Permission, useMay } from '../shell/use-may.ts';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

const KINDS: Record<Kind, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover border-transparent',
  plain: 'bg-raised text-ink border-line-strong hover:bg-hover shadow-lift',
  quiet: 'text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-raised text-bad-ink border-line-strong hover:bg-bad-tint shadow-lift',
};

const SHAPE =
  'inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-3 text-[13px] font-medium whitespace-nowrap transition-colors disabled:opacity-55';

/** The shared style of buttons and of links that look like buttons. */
export const buttonStyle = (kind: Kind = 'plain'): string => `${SHAPE} ${KINDS[kind]}`;

interface ButtonProps extends ComponentProps<'button'> {
  kind?: Kind;
  /** While true the button is disabled and marked as busy. */
  busy?: boolean;
  /** The button is left out if the role does not allow this. */
  needs?: Permission;
}

export function Button({
  kind = 'plain',
  busy = false,
  className = '',
  type = 'button',
  disabled,
  needs,
  ...rest
}: ButtonProps) {
  const may = useMay();
  if (needs !== undefined && !may(needs)) return null;
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
      className={`${buttonStyle(kind)} ${className}`}
    />
  );
}
