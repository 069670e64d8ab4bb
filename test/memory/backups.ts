import type { Backup, BackupDatabase, BackupTable, DatabaseName } from '../../src/domain/backups/backup.ts';
import { type DataStoreId, type MerchantId, makeId } from '../../src/domain/ids.ts';
import type {
  BackupFile,
  BackupPart,
  BackupPorts,
  BrokenRule,
  MainRestoreTarget,
  Snapshot,
} from '../../src/ports/backups.ts';
import { plainVault } from './vault.ts';

const NOW_MS = Date.UTC(2031, 4, 6, 7, 8, 9);

export const storeId: DataStoreId = makeId('ds', NOW_MS, new Uint8Array(10));
export const merchantIds = [1, 2].map((number) => makeId('mer', NOW_MS + number, new Uint8Array(10))) as [
  MerchantId,
  MerchantId,
];

/** Databases with tables of text lines, a file in memory, and a record of everything that a restore does. */
export class MemoryBackups {
  readonly calls: unknown[][] = [];
  /** By database and table. */
  readonly tables = new Map<string, string[]>();
  readonly restored = new Map<string, string>();
  parts: BackupPart[] = [];
  nowMs = NOW_MS;
  fingerprint = 'known';
  broken: BrokenRule[] = [];
  closed = 0;
  /** Throws when this call happens. */
  failAt = '';
  backup: Partial<Backup> = {};

  add(database: DatabaseName, name: string, lines: string[]): this {
    this.tables.set(`${database}/${name}`, lines);
    return this;
  }

  names(): unknown[] {
    return this.calls.map(([call]) => call);
  }

  #call(name: string, ...rest: unknown[]): void {
    this.calls.push([name, ...rest]);
    if (name === this.failAt) throw new Error(`${name} failed`);
  }

  #databases(): BackupDatabase[] {
    const names = [...new Set([...this.tables.keys()].map((key) => key.split('/')[0] as DatabaseName))];
    return names.map((name) => ({
      name,
      snapshotAtMs: NOW_MS,
      migrations: { data: ['0001'] },
      tables: [...this.tables.keys()].filter((key) => key.startsWith(`${name}/`)).map((key) => tableOf(key)),
    }));
  }

  #snapshot(database: BackupDatabase): Snapshot {
    return {
      database,
      sizeOf: () => 3,
      copy: ({ name }) => {
        const lines = this.tables.get(`${database.name}/${name}`) ?? [];
        let count = 0;
        const bytes = (async function* () {
          for (const line of lines) {
            count += 1;
            yield Buffer.from(`${line}\n`);
          }
        })();
        return { bytes, count: () => count };
      },
    };
  }

  readonly file: BackupFile = {
    write: async (parts) => {
      this.parts = [];
      for await (const part of parts) this.parts.push(part);
      return { bytes: this.parts.length, sha256: 'sum' };
    },
    verify: async () => {
      this.#call('verify');
      const [first] = this.parts;
      if (first?.kind !== 'backup') throw new Error('nothing was written');
      return { ...first.backup, ...this.backup };
    },
    read: (report) => this.#read(report),
  };

  async *#read(report: (share: number) => void): AsyncGenerator<BackupPart> {
    for (const part of this.parts) {
      report(1);
      yield part;
    }
  }

  #target(name: DatabaseName): MainRestoreTarget {
    const note =
      (call: string) =>
      async (...rest: unknown[]) =>
        this.#call(`${name} ${call}`, ...rest);
    return {
      begin: note('begin'),
      load: async (table, bytes) => {
        this.#call(`${name} load`, table.name);
        let text = '';
        for await (const piece of bytes) text += Buffer.from(piece).toString();
        this.restored.set(`${name}/${table.name}`, text);
        return text.split('\n').length - 1;
      },
      finish: note('finish'),
      data: {
        moveEventNumbers: note('moveEventNumbers'),
        setNextInvoice: note('setNextInvoice'),
        longestAmountHoldMs: async () => 0,
      },
      control: {
        listMerchants: async () => [
          { id: merchantIds[0], dataStoreId: undefined },
          { id: merchantIds[1], dataStoreId: storeId },
        ],
        moveWalletIndexes: note('moveWalletIndexes'),
        moveLeases: note('moveLeases'),
        relayAgain: note('relayAgain'),
        skipSimulatedTransfers: note('skipSimulatedTransfers'),
        setStoreUrl: note('setStoreUrl'),
        holdAmounts: note('holdAmounts'),
        record: note('record'),
      },
      checkRules: async () => ({ rules: 3, broken: this.broken }),
      commit: note('commit'),
      close: note('close'),
    };
  }

  readonly ports: Omit<BackupPorts, 'file'> = {
    clock: { nowMs: () => this.nowMs },
    florinVersion: '0.1.0',
    openVault: (fingerprint) => (fingerprint === 'known' ? plainVault : undefined),
    snapshots: {
      open: async (mainOnly) => ({
        secretFingerprint: this.fingerprint,
        dataStores: this.#databases().flatMap(({ name }) => (name === 'main' ? [] : [{ id: name, name: 'far' }])),
        invoiceSeries: this.backup.invoiceSeries ?? [],
        snapshots: this.#databases()
          .filter(({ name }) => name === 'main' || !mainOnly)
          .map((database) => this.#snapshot(database)),
        close: async () => {
          this.closed += 1;
        },
      }),
    },
    targets: {
      checkMigrations: async ({ name }) => this.#call(`${name} checkMigrations`),
      open: async (name, options) => {
        this.#call(`${name} open`, options);
        return this.#target(name);
      },
    },
  };
}

const tableOf = (key: string): BackupTable => ({
  schema: 'florin_data',
  name: key.split('/')[1] ?? '',
  columns: ['line'],
  partitions: null,
  identities: [],
});
