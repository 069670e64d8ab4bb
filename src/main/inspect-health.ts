import type { HealthCheck } from '../http/server/context.ts';
import { inspectReadiness } from '../store/database/inspect-database.ts';
import type { Parts } from './assemble.ts';

/** Whether a process can do its work, whatever its roles are. */
export async function inspectHealth({ database, version }: Parts): Promise<HealthCheck[]> {
  if (version.reason !== undefined) return [{ name: 'version', ok: false, detail: version.reason }];
  return inspectReadiness(database);
}
