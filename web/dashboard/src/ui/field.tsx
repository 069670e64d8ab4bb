import { type ComponentProps, type ReactNode, useId } from 'react';

export const inputStyle =
  'w-full min-h-9 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-ink placeholder:text-soft aria-invalid:border-bad-ink';

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Links a control to its label, hint and error for screen readers. */
function useFrame({ hint, error }: FieldFrame) {
  const id = useId();
  const described = [hint === undefined ? null : `${id}-hint`, error === undefined ? null : `${id}-error`].filter(
    Boolean,
  );
  return {
    id,
    control: {
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    } as const,
  };
}

function Frame({ id, label, hint, error, children }: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-xs text-soft">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="text-xs font-medium text-bad-ink">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, className = '', ...input }: FieldFrame & ComponentProps<'input'>) {
  const { id, control } = useFrame({ label, hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...control} className={`${inputStyle} ${className}`} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, className = '', ...input }: FieldFrame & ComponentProps<'textarea'>) {
  const { id, control } = useFrame({ label, hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea {...input} {...control} className={`${inputStyle} ${className}`} />
    </Frame>
  );
}

export function SelectField({ label, hint, error, children, ...input }: FieldFrame & ComponentProps<'select'>) {
  const { id, control } = useFrame({ label, hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select {...input} {...control} className={inputStyle}>
        {children}
      </select>
    </Frame>
  );
}
