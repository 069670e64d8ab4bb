import { ChainError } from '../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../ports/chain.ts';
import type { NetworkReport } from '../ports/networks.ts';
import type { Ports } from '../ports/ports.ts';
import { recordScan } from '../usecases/payments/record-scan.ts';

type WatchPorts = Pick<Ports, 'clock' | 'random' | 'leases' | 'networks' | 'settings' | 'stores'>;

/** Another process takes over when the holder has not been heard of for so long. */
const LEASE_MS = 6_000;
/** Pieces that are read one after the other before the lease is renewed, where there is much to catch up with. */
const PIECES_MAX = 20;

/**
 * One round of one network, for every database that waits for money on it, by one process at a time. What a network's
 * nodes cannot or should not be believed is told to everybody; nothing is credited meanwhile.
 */
export async function watchChain(ports: WatchPorts, chain: ChainAdapter, holder: string): Promise<void> {
  const { clock, leases, networks, stores } = ports;
  const network = chain.network.name;
  const nowMs = clock.nowMs();
  const token = await leases.take(`watch ${network}`, holder, nowMs, nowMs + LEASE_MS);
  if (token === undefined) return;
  // Where nobody waits for money, everything that matters has been seen.
  const report: NetworkReport = { network, tipHeight: undefined, scannedUntilMs: nowMs, fault: undefined };
  try {
    await stores.forEachDatabase(async (database) => {
      for (let piece = 0; piece < PIECES_MAX && clock.nowMs() < nowMs + LEASE_MS; piece += 1) {
        const scan = await recordScan(ports, chain, token, database);
        if (!scan) return;
        report.tipHeight = scan.tipHeight;
        report.scannedUntilMs = Math.min(scan.scannedUntilMs, report.scannedUntilMs ?? nowMs);
        if (!scan.behind) return;
      }
    });
  } catch (error) {
    const fault = faultOf(error);
    report.scannedUntilMs = undefined;
    if (fault) report.fault = { kind: fault.kind, message: fault.message, sinceMs: nowMs };
    throw error;
  } finally {
    await networks.report(report);
  }
}

function faultOf(error: unknown): ChainError | undefined {
  if (error instanceof ChainError) return error;
  if (!(error instanceof AggregateError)) return undefined;
  const faults = (error.errors as unknown[]).filter((each) => each instanceof ChainError);
  return faults.find(({ kind }) => kind === 'distrusted') ?? faults[0];
}
