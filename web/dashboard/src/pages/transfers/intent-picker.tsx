import type { Intent } from '../../api/types.ts';
import { StatusBadge } from '../../ui/badge.tsx';

interface IntentPickerProps {
  intents: Intent[];
  /** Its id. */
  chosen: string | null;
  onChoose: (intent: Intent) => void;
}

/** Payments that fit what was searched for, with what each expects. */
export function IntentPicker({ intents, chosen, onChoose }: IntentPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">For which payment?</legend>
      <div className="flex flex-col gap-2">
        {intents.map((intent) => (
          <label
            key={intent.id}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent"
          >
            <input
              type="radio"
              name="intent"
              checked={chosen === intent.id}
              onChange={() => onChoose(intent)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="font-medium tabular-nums">
                  {intent.amount_due} {intent.asset} expected
                </span>
                <StatusBadge status={intent.status} />
              </span>
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
