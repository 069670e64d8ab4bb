import { type ReactNode, useId } from 'react';
import type { Intent } from '../../api/types.ts';
import { StatusBadge } from '../../ui/badge.tsx';

export interface IntentChoice {
  intent: Intent;
  /** Why this payment is offered. */
  note?: ReactNode;
}

interface IntentPickerProps {
  legend: string;
  /** Explains the choices. */
  hint?: string;
  choices: IntentChoice[];
  /** The selected payment intent's ID. */
  selected: string | null;
  onSelect: (intent: Intent) => void;
}

/** Payments to choose from, with the amount due of each. None is chosen in advance. */
export function IntentPicker({ legend, hint, choices, selected, onSelect }: IntentPickerProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      {hint === undefined ? null : <p className="mb-1.5 text-xs text-soft">{hint}</p>}
      <div className="flex flex-col gap-2">
        {choices.map(({ intent, note }) => (
          <label
            key={intent.id}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent"
          >
            <input
              type="radio"
              name={name}
              checked={selected === intent.id}
              onChange={() => onSelect(intent)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="font-medium tabular-nums">
                  {intent.amount_due} {intent.asset} due
                </span>
                <StatusBadge status={intent.status} />
              </span>
              {note === undefined ? null : (
                <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-[13px] wrap-anywhere">{note}</span>
              )}
              <span className="block text-[13px] wrap-anywhere">
                {intent.customer.name}
                {intent.order_id === null ? '' : `, ${intent.order_id}`}
              </span>
              <span className="block font-mono text-xs break-all text-soft">{intent.id}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
