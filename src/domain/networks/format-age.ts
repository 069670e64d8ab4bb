const UNITS = [
  { name: 'days', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const;

/** A duration for people, in the largest unit of which it has at least two. */
export function formatAge(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= 2 * candidate.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name}` : `${Math.max(0, Math.floor(ms / 1_000))} s`;
}
