import type { Networks } from '../../../src/ports/networks.ts';
import type { ControlTables } from './tables.ts';

export const memoryNetworks = ({ networks }: ControlTables): Networks => ({
  async report({ network, tipHeight, tipTimeMs, scannedUntilMs, reportedAtMs, fault, nodes }) {
    const known = networks.get(network);
    const isSame = fault !== undefined && known?.fault?.kind === fault.kind;
    const scannedMs = Math.max(scannedUntilMs ?? 0, known?.scannedUntilMs ?? 0);
    networks.set(network, {
      network,
      tipHeight: tipHeight ?? known?.tipHeight,
      tipTimeMs: tipHeight === undefined ? known?.tipTimeMs : tipTimeMs,
      scannedUntilMs: scannedMs === 0 ? undefined : scannedMs,
      reportedAtMs: Math.max(reportedAtMs, scannedMs),
      fault: isSame ? { ...fault, sinceMs: known.fault?.sinceMs ?? fault.sinceMs } : fault,
      ...(nodes ? { nodes } : {}),
    });
  },

  list: async () => [...networks.values()].sort((a, b) => (a.network < b.network ? -1 : 1)),
});
