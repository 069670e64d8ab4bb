/** Several databases share what is remembered, so an entry is kept until none of them has used it for a while. */
const UNUSED_MS_MAX = 600_000;

export function forgetUnused(entries: Map<string, { usedAtMs: number }>, nowMs: number): void {
  for (const [name, { usedAtMs }] of entries) if (nowMs - usedAtMs > UNUSED_MS_MAX) entries.delete(name);
}
