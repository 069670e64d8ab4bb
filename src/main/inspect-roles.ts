import type { Check } from '../cli/command.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../store/database/database.ts';
import { leaseTable } from '../store/database/leases.ts';
import { viewRoles } from '../usecases/operations/view-roles.ts';

/** For `florin doctor`: which roles a process with this configuration has, and which of them some process runs now. */
export async function inspectRoles({ roles }: Config, database: Database, clock: Clock): Promise<Check[]> {
  const views = await viewRoles({ clock, leases: leaseTable(database) });
  return [
    { name: 'roles of this process', ok: true, detail: roles.join(', ') },
    ...views.map(({ role, isRunning }) =>
      isRunning
        ? { name: role, ok: true, detail: 'runs' }
        : { name: role, ok: false, spare: true, detail: `no process with the role ${role} runs now; start one` },
    ),
  ];
}
