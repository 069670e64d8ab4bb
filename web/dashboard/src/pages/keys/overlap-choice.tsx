import type { Overlap } from '../../api/types.ts';

const OVERLAPS: { overlap: Overlap; label: string }[] = [
  { overlap: 'now', label: 'Now' },
  { overlap: '1h', label: 'In 1 hour' },
  { overlap: '24h', label: 'In 24 hours' },
  { overlap: '7d', label: 'In 7 days' },
];

const DEFAULT_OVERLAP: Overlap = '24h';

/** How long a key or a secret that is rolled stays valid. */
export function OverlapChoice({ legend }: { legend: string }) {
  return (
    <fieldset>
      <legend className="text-[13px] font-medium">{legend}</legend>
      {OVERLAPS.map(({ overlap, label }) => (
        <label key={overlap} className="mt-1.5 flex items-center gap-2">
          <input
            type="radio"
            name="overlap"
            value={overlap}
            defaultChecked={overlap === DEFAULT_OVERLAP}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

export const readOverlap = (data: FormData): Overlap =>
  OVERLAPS.find(({ overlap }) => overlap === data.get('overlap'))?.overlap ?? DEFAULT_OVERLAP;
