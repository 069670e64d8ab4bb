import { useId, useState } from 'react';
import { EVENT_GROUPS, EVENT_TYPES, expandTypes, shortenTypes } from '../../format/event-types.ts';
import { Breakable } from '../../ui/breakable.tsx';

interface EventTypesFieldProps {
  listed: readonly string[];
  onChange: (listed: string[]) => void;
  error: string | undefined;
}

const CHECKBOX = 'size-4 shrink-0 accent-accent';

/** Everything, or types from a checklist. A group that is chosen completely is sent as its prefix. */
export function EventTypesField({ listed, onChange, error }: EventTypesFieldProps) {
  const [isAll, setIsAll] = useState(listed.includes('*'));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => expandTypes(listed.includes('*') ? [] : listed));
  const id = useId();
  const choose = (types: readonly string[], wanted: boolean) => {
    const next = new Set(EVENT_TYPES.filter((type) => (types.includes(type) ? wanted : chosen.has(type))));
    setChosen(next);
    onChange(shortenTypes(next));
  };
  const chooseAll = (all: boolean) => {
    setIsAll(all);
    onChange(all ? ['*'] : shortenTypes(chosen));
  };
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="text-[13px] font-medium">Events</legend>
      {[true, false].map((all) => (
        <label key={String(all)} className="mt-1.5 flex items-center gap-2">
          <input
            type="radio"
            name="which"
            checked={isAll === all}
            onChange={() => chooseAll(all)}
            className={CHECKBOX}
          />
          {all ? 'Every event' : 'Only some events'}
        </label>
      ))}
      {isAll ? null : (
        <div className="mt-2 flex max-h-72 flex-col gap-3 overflow-y-auto rounded-md border border-line p-3">
          {EVENT_GROUPS.map(({ prefix, title, types }) => (
            <Group key={prefix} title={title} prefix={prefix} types={types} chosen={chosen} onChoose={choose} />
          ))}
        </div>
      )}
      {error === undefined ? null : (
        <p id={id} className="mt-1 text-xs font-medium text-bad-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface GroupProps {
  title: string;
  prefix: string;
  types: readonly string[];
  chosen: ReadonlySet<string>;
  onChoose: (types: readonly string[], wanted: boolean) => void;
}

function Group({ title, prefix, types, chosen, onChoose }: GroupProps) {
  const count = types.filter((type) => chosen.has(type)).length;
  const isAll = count === types.length;
  return (
    <div role="group" aria-label={title}>
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll;
          }}
          onChange={() => onChoose(types, !isAll)}
          className={CHECKBOX}
        />
        <span>
          {title} <code className="font-mono text-xs text-soft">{prefix}.*</code>
        </span>
      </label>
      <div className="mt-1 flex flex-col gap-1 pl-6">
        {types.map((type) => (
          <label key={type} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.has(type)}
              onChange={(event) => onChoose([type], event.target.checked)}
              className={CHECKBOX}
            />
            <code className="min-w-0 font-mono text-xs wrap-anywhere">
              <Breakable text={type} />
            </code>
          </label>
        ))}
      </div>
    </div>
  );
}
