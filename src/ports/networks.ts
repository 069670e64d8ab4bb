import type { ChainErrorKind } from '../domain/networks/chain-error.ts';
import type { NodeState } from '../domain/networks/node-state.ts';

/** How far a network has been scanned, by any process. */
export interface NetworkReport {
  network: string;
  tipHeight: number | undefined;
  /** The time of the block at `tipHeight`; undefined if the chain did not say. */
  tipTimeMs?: number | undefined;
  /** Everything sent before this time has been seen. A later report never takes it back. */
  scannedUntilMs: number | undefined;
  /** When a worker last reported, whatever it had to report. */
  reportedAtMs: number;
  fault: { kind: ChainErrorKind; message: string; sinceMs: number } | undefined;
  /** In the order of their URLs. Absent in reports of the version before. */
  nodes?: readonly NodeState[];
}

export interface Networks {
  report(report: NetworkReport): Promise<void>;
  list(): Promise<NetworkReport[]>;
}
