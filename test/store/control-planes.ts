import { idFromUuid } from '../../src/domain/ids.ts';
import type { AuditEntry } from '../../src/ports/audit.ts';
import type { ControlPlane } from '../../src/ports/ports.ts';
import type { SealedValues } from '../../src/ports/sealed-values.ts';
import type { SimulatedLedger } from '../../src/ports/simulated-ledger.ts';
import { createControlPlane } from '../../src/store/control-plane.ts';
import { Database } from '../../src/store/database/database.ts';
import { createSimulatedLedger } from '../../src/store/networks/simulated-ledger.ts';
import { sealedValueTables } from '../../src/store/secrets/sealed-values.ts';
import { memoryControlPlane } from '../memory/control/control-plane.ts';
import { memorySealedValues } from '../memory/control/sealed-values.ts';
import { memorySimulatedLedger } from '../memory/control/simulated-ledger.ts';
import { type ControlTables, emptyControlTables } from '../memory/control/tables.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, implementations } from '../support/databases.ts';

export interface OpenControlPlane {
  control: ControlPlane;
  simulatedLedger: SimulatedLedger;
  sealedValues: SealedValues;
  /** Every entry of the audit log, in order. */
  readAudit(): Promise<AuditEntry[]>;
  /** Deletes every row. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

interface AuditRow {
  at: Date;
  actor: string;
  action: string;
  merchant_id: string | null;
  subject: string;
  details: Record<string, unknown>;
}

const EMPTY_TABLES = `TRUNCATE florin_control.audit_log, florin_control.memberships, florin_control.staff,
  florin_control.invitations, florin_control.totp_secrets, florin_control.recovery_codes, florin_control.passkeys,
  florin_control.used_challenges, florin_control.trusted_devices, florin_control.api_keys,
  florin_control.sessions, florin_control.setup_link, florin_control.merchant_settings, florin_control.wallets,
  florin_control.merchants, florin_control.users, florin_control.data_stores, florin_control.networks,
  florin_control.leases, florin_control.sign_in_attempts, florin_control.familiar_clients,
  florin_control.simulated_transfers, florin_control.outgoing_events, florin_control.saved_views,
  florin_control.mails, florin_control.password_resets, florin_control.merchant_moves`;

async function openPostgres(serverUrl: string): Promise<OpenControlPlane> {
  const url = await createMigrated(['control'], serverUrl);
  const database = new Database({
    url,
    connectMsMax: CONNECT_MS_MAX,
    connectionsMax: 4,
    applicationName: 'florin-contract',
  });
  return {
    control: createControlPlane(database),
    simulatedLedger: createSimulatedLedger(database),
    sealedValues: sealedValueTables(database, 'fingerprint'),
    async readAudit() {
      const text = 'SELECT * FROM florin_control.audit_log ORDER BY id';
      const rows = await database.query<AuditRow>({ name: 'read-audit', text, values: [] });
      return rows.map(({ at, actor, action, merchant_id, subject, details }) => ({
        actor,
        action,
        merchantId: merchant_id === null ? undefined : idFromUuid('mer', merchant_id),
        subject,
        details,
        atMs: at.getTime(),
      }));
    },
    empty: async () => void (await database.query({ name: 'empty', text: EMPTY_TABLES, values: [] })),
    close: () => database.close(),
  };
}

async function openMemory(): Promise<OpenControlPlane> {
  const tables = emptyControlTables();
  return {
    control: memoryControlPlane(tables, { nowMs: Date.now }),
    simulatedLedger: memorySimulatedLedger(tables),
    sealedValues: memorySealedValues(tables),
    readAudit: async () => [...tables.audit],
    empty: async () => emptyMemory(tables),
    close: async () => undefined,
  };
}

function emptyMemory(tables: ControlTables): void {
  for (const table of Object.values(tables)) {
    if (table instanceof Map) table.clear();
    else if (Array.isArray(table)) table.length = 0;
  }
  tables.setUpLink = undefined;
}

/** Every implementation of the control plane. */
export const controlPlanes = () => implementations<OpenControlPlane>(openPostgres, openMemory);
