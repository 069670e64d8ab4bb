import type { ChainErrorKind } from '../../domain/networks/chain-error.ts';
import type { NodeState } from '../../domain/networks/node-state.ts';
import type { NetworkReport, Networks } from '../../ports/networks.ts';
import { batched } from '../database/batched.ts';
import type { Database } from '../database/database.ts';

interface NetworkRecord {
  network: string;
  tip_height: string | null;
  scanned_until: Date | null;
  reported_at: Date | null;
  fault_kind: ChainErrorKind | null;
  fault_message: string | null;
  fault_since: Date | null;
  /** Null if a worker of the version before reported, or the network has no nodes. */
  nodes: NodeState[] | null;
  tip_time: Date | null;
}

async function listReports(database: Database): Promise<NetworkReport[]> {
  const rows = await database.query<NetworkRecord>({
    name: 'list-networks',
    // A worker of the version before writes only how far it has scanned.
    text: `SELECT network, tip_height, scanned_until, greatest(reported_at, scanned_until) AS reported_at,
             fault_kind, fault_message, fault_since, nodes, tip_time
           FROM florin_control.networks ORDER BY network`,
    values: [],
  });
  return rows.map(readReport);
}

export function networkTable(database: Database): Networks {
  const list = batched(async (wanted: readonly undefined[]) => {
    const reports = await listReports(database);
    return wanted.map(() => reports);
  });
  return {
    async report({ network, tipHeight, tipTimeMs, scannedUntilMs, reportedAtMs, fault, nodes }) {
      await database.query({
        name: 'report-network',
        text: `INSERT INTO florin_control.networks AS known (network, tip_height, scanned_until, reported_at,
                 fault_kind, fault_message, fault_since, nodes, tip_time)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               ON CONFLICT (network) DO UPDATE SET tip_height = coalesce(excluded.tip_height, known.tip_height),
                 tip_time = CASE WHEN excluded.tip_height IS NULL THEN known.tip_time ELSE excluded.tip_time END,
                 nodes = excluded.nodes,
                 scanned_until = greatest(excluded.scanned_until, known.scanned_until),
                 reported_at = excluded.reported_at,
                 fault_kind = excluded.fault_kind, fault_message = excluded.fault_message,
                 fault_since = CASE WHEN known.fault_kind = excluded.fault_kind THEN known.fault_since
                   ELSE excluded.fault_since END`,
        values: [
          network,
          tipHeight,
          scannedUntilMs === undefined ? null : new Date(scannedUntilMs),
          new Date(reportedAtMs),
          fault?.kind,
          fault?.message,
          fault && new Date(fault.sinceMs),
          nodes && JSON.stringify(nodes),
          tipTimeMs === undefined ? null : new Date(tipTimeMs),
        ],
      });
    },

    list: () => list(undefined),
  };
}

function readReport(row: NetworkRecord): NetworkReport {
  return {
    network: row.network,
    tipHeight: row.tip_height === null ? undefined : Number(row.tip_height),
    tipTimeMs: row.tip_time?.getTime(),
    scannedUntilMs: row.scanned_until?.getTime(),
    reportedAtMs: row.reported_at?.getTime() ?? 0,
    fault:
      row.fault_kind === null
        ? undefined
        : { kind: row.fault_kind, message: row.fault_message ?? '', sinceMs: row.fault_since?.getTime() ?? 0 },
    ...(row.nodes === null ? {} : { nodes: row.nodes }),
  };
}
