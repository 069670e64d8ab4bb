import { formatExact, formatMinute } from '../format/time.ts';

/** A date and a time of day, with the exact one in its title. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatMinute(at)}
    </time>
  );
}
