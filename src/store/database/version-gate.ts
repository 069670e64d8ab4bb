import type { Database } from './database.ts';
import { newestMigration, type Plane, schemaOf } from './migrate.ts';
import { neededBy, whyTooOld } from './needed-migration.ts';

/**
 * Whether this version may use a database. Another node can migrate it at any time, so a running node looks again every few
 * seconds. A node that is once too old stays so until it starts again.
 */
export class VersionGate {
  readonly #database: Database;
  readonly #planes: readonly Plane[];
  #reason: string | undefined;

  constructor(database: Database, planes: readonly Plane[]) {
    this.#database = database;
    this.#planes = planes;
  }

  /** Why this version must not use the database, as a sentence; undefined if it may. */
  get reason(): string | undefined {
    return this.#reason;
  }

  async look(): Promise<void> {
    for (const plane of this.#planes) {
      const names = await readNames(this.#database, plane);
      this.#reason ??= whyTooOld(neededBy(names), await newestMigration(plane));
    }
  }
}

async function readNames(database: Database, plane: Plane): Promise<string[]> {
  const rows = await database.query<{ name: string }>({
    name: `needed-migration-${plane}`,
    text: `SELECT name FROM ${schemaOf(plane)}.migrations WHERE name LIKE '%.needs-%'`,
    values: [],
  });
  return rows.map(({ name }) => name);
}
