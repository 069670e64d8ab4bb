import type { ControlPlane } from '../../ports.ts';
import type { Database } from '../database.ts';
import { writeAudit } from './audit.ts';

export function userTable(database: Database): Pick<ControlPlane, 'setPassword'> {
  return {
    setPassword: (email, passwordHash, audit) =>
      database.transaction(async (run) => {
        const changed = await run(
          'UPDATE florin_control.users SET password_hash = $2 WHERE lower(email) = lower($1) RETURNING id',
          [email, passwordHash],
        );
        if (changed.length === 0) return false;
        await writeAudit(run, audit);
        return true;
      }),
  };
}
