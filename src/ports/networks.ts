import type { ChainErrorKind } from '../domain/networks/chain-error.ts';

/** How far a network has been scanned, by any process. */
export interface NetworkReport {
  network: string;
  tipHeight: number | undefined;
  /** Everything sent before this time has been seen. A later report never takes it back. */
  scannedUntilMs: number | undefined;
  /** When a worker last reported, whatever it had to report. */
  reportedAtMs: number;
  fault: { kind: ChainErrorKind; message: string; sinceMs: number } | undefined;
}

export interface Networks {
  report(report: NetworkReport): Promise<void>;
  list(): Promise<NetworkReport[]>;
}
