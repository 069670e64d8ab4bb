import { formatExact, formatMinute } from '../format/time.ts';

/** A date and time, with the exact time in its title. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatMinute(at)}
    </time>
  );
}
