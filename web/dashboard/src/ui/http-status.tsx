import type { Tone } from '../format/status.ts';
import { Badge } from './badge.tsx';

/** The status of an HTTP response, with a color for its class. */
export function HttpStatus({ status }: { status: number }) {
  const tone: Tone = status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good';
  return <Badge tone={tone}>{status}</Badge>;
}
