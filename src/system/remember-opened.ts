import type { Vault } from '../ports/vault.ts';

const KEPT_MS = 10_000;
const VALUES_MAX = 1_000;

/**
 * Remembers what a vault opened for some seconds, for work that opens the same few values again and again. A value that was
 * sealed again has another text, so nothing outdated is returned.
 */
export function rememberOpened(
  vault: Pick<Vault, 'open'>,
  nowMs: () => number = () => performance.now(),
): Pick<Vault, 'open'> {
  const opened = new Map<string, string>();
  let sinceMs = nowMs();
  return {
    open(sealed, cell) {
      if (opened.size >= VALUES_MAX || nowMs() - sinceMs >= KEPT_MS) {
        opened.clear();
        sinceMs = nowMs();
      }
      const name = [...cell, sealed].join(' ');
      const plain = opened.get(name) ?? vault.open(sealed, cell);
      opened.set(name, plain);
      return plain;
    },
  };
}
