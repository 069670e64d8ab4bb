import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface StepListProps {
  title: string;
  lead: string;
  done: number;
  total: number;
  /** Whether the steps are shown until somebody decides otherwise. */
  open: boolean;
  onHide: () => void;
  children: ReactNode;
}

/** A list of steps that tick themselves. It can be collapsed and hidden. */
export function StepList({ title, lead, done, total, open, onHide, children }: StepListProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const shown = chosen ?? open;
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-raised shadow-lift"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:flex-nowrap">
        <div className="min-w-0">
          <h2 id={id} className="text-[13px] font-semibold">
            {title}
          </h2>
          <p className="text-xs text-soft">
            {done === total ? `All ${total} steps done.` : `${done} of ${total} done. ${lead}`}
          </p>
        </div>
        <div className="-mr-3 flex gap-1 max-sm:-ml-3">
          <Button
            kind="quiet"
            aria-expanded={shown}
            aria-label={`${shown ? 'Collapse' : 'Expand'} “${title}”`}
            onClick={() => setChosen(!shown)}
          >
            {shown ? 'Collapse' : 'Expand'}
          </Button>
          <Button kind="quiet" aria-label={`Hide “${title}”`} onClick={onHide}>
            Hide
          </Button>
        </div>
      </div>
      {/* How far it is, for the eye. The text above says the same. */}
      <div aria-hidden="true" className="h-0.5 bg-neutral-tint">
        <div className={`h-full bg-accent ${WIDTHS[Math.round((done / total) * 12)] ?? 'w-full'}`} />
      </div>
      {shown ? <div className="px-4">{children}</div> : null}
    </section>
  );
}

/** The content security policy allows no style attributes. */
const WIDTHS = [
  'w-0',
  'w-1/12',
  'w-2/12',
  'w-3/12',
  'w-4/12',
  'w-5/12',
  'w-6/12',
  'w-7/12',
  'w-8/12',
  'w-9/12',
  'w-10/12',
  'w-11/12',
  'w-full',
];

export const Steps = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol aria-label={label} className="divide-y divide-line">
    {children}
  </ol>
);

interface StepProps {
  title: string;
  done: boolean;
  /** What is missing, and once it is done what is left to know. */
  children: ReactNode;
  /** Where it is done. */
  action?: ReactNode;
}

export function Step({ title, done, children, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <span
        aria-hidden="true"
        className={`mt-px grid size-5 shrink-0 place-items-center rounded-full ${
          done ? 'bg-good-tint text-good-ink' : 'border border-line-strong'
        }`}
      >
        {done ? <Icon name="check" className="size-3.5" /> : null}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h3 className={`text-[13px] font-medium ${done ? 'text-soft' : ''}`}>
          <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>
          {title}
        </h3>
        <div className="text-[13px] text-soft">{children}</div>
      </div>
      {action === undefined ? null : <div className="flex flex-wrap gap-2 empty:hidden max-sm:ml-9">{action}</div>}
    </li>
  );
}
