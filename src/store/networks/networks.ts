import type { ChainFaultKind } from '../../domain/networks/chain-error.ts';
import type { NetworkPlane } from '../../payment-ports.ts';
import type { Database } from '../database/database.ts';

interface NetworkRecord {
  network: string;
  tip_height: string | null;
  scanned_until: Date | null;
  fault_kind: ChainFaultKind | null;
  fault_message: string | null;
  fault_since: Date | null;
}

export function networkTable(database: Database): NetworkPlane {
  return {
    async takeLease(network, holder, nowMs, untilMs) {
      const [row] = await database.query<{ token: string }>({
        name: 'take-lease',
        text: `INSERT INTO florin_control.networks AS lease (network, holder, token, leased_until)
               VALUES ($1, $2, 1, $4)
               ON CONFLICT (network) DO UPDATE SET holder = $2, leased_until = $4,
                 token = CASE WHEN lease.holder = $2 AND lease.leased_until > $3 THEN lease.token ELSE lease.token + 1 END
               WHERE lease.holder = $2 OR lease.leased_until <= $3
               RETURNING token`,
        values: [network, holder, new Date(nowMs), new Date(untilMs)],
      });
      return row && Number(row.token);
    },

    async reportNetwork({ network, tipHeight, scannedUntilMs, fault }) {
      await database.query({
        name: 'report-network',
        text: `UPDATE florin_control.networks SET tip_height = coalesce($2, tip_height),
                 scanned_until = coalesce($3, scanned_until), fault_kind = $4, fault_message = $5,
                 fault_since = CASE WHEN $4::text IS NULL THEN NULL
                   WHEN fault_kind = $4 THEN fault_since ELSE $6::timestamptz END
               WHERE network = $1`,
        values: [
          network,
          tipHeight,
          scannedUntilMs === undefined ? null : new Date(scannedUntilMs),
          fault?.kind,
          fault?.message,
          fault && new Date(fault.sinceMs),
        ],
      });
    },

    async listNetworks() {
      const rows = await database.query<NetworkRecord>({
        name: 'list-networks',
        text: `SELECT network, tip_height, scanned_until, fault_kind, fault_message, fault_since
               FROM florin_control.networks ORDER BY network`,
        values: [],
      });
      return rows.map((row) => ({
        network: row.network,
        tipHeight: row.tip_height === null ? undefined : Number(row.tip_height),
        scannedUntilMs: row.scanned_until?.getTime(),
        fault:
          row.fault_kind === null
            ? undefined
            : { kind: row.fault_kind, message: row.fault_message ?? '', sinceMs: row.fault_since?.getTime() ?? 0 },
      }));
    },
  };
}
