import { ChainError } from '../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../ports/chain.ts';
import type { NetworkReport } from '../ports/networks.ts';
import type { Ports } from '../ports/ports.ts';
import { recordScan } from '../usecases/payments/record-scan.ts';

type WatchPorts = Pick<Ports, 'clock' | 'random' | 'leases' | 'networks' | 'settings' | 'stores'>;

/** Another process takes over when the holder has not renewed its lease for this long. */
const LEASE_MS = 6_000;
/** How many scans may follow each other in one round while the network is behind. */
const SCANS_MAX = 20;

/**
 * Scans one network for every database that expects payments on it, in one process at a time. When the nodes do not answer
 * or contradict themselves, the network report says so and nothing is credited.
 */
export async function watchChain(ports: WatchPorts, chain: ChainAdapter, holder: string): Promise<void> {
  const { clock, leases, networks, stores } = ports;
  const network = chain.network.name;
  const nowMs = clock.nowMs();
  const token = await leases.take(`watch ${network}`, holder, nowMs, nowMs + LEASE_MS);
  if (token === undefined) return;
  // Without a database that expects payments here, there is nothing to miss.
  const report: NetworkReport = { network, tipHeight: undefined, scannedUntilMs: nowMs, fault: undefined };
  try {
    await stores.forEachDatabase(async (database) => {
      for (let scans = 0; scans < SCANS_MAX && clock.nowMs() < nowMs + LEASE_MS; scans += 1) {
        const scan = await recordScan(ports, chain, token, database);
        if (!scan) return;
        report.tipHeight = scan.tipHeight;
        report.scannedUntilMs = Math.min(scan.scannedUntilMs, report.scannedUntilMs ?? nowMs);
        if (!scan.behind) return;
      }
    });
  } catch (error) {
    const chainError = findChainError(error);
    report.scannedUntilMs = undefined;
    if (chainError) report.fault = { kind: chainError.kind, message: chainError.message, sinceMs: nowMs };
    throw error;
  } finally {
    await networks.report(report);
  }
}

/** Of several, the one that an operator must know first. */
function findChainError(error: unknown): ChainError | undefined {
  if (error instanceof ChainError) return error;
  if (!(error instanceof AggregateError)) return undefined;
  const chainErrors = (error.errors as unknown[]).filter((each) => each instanceof ChainError);
  return chainErrors.find(({ kind }) => kind === 'distrusted') ?? chainErrors[0];
}
