import type { UserId } from '../../../src/domain/ids.ts';
import type { User } from '../../../src/domain/sessions/user.ts';
import type { Users } from '../../../src/ports/users.ts';
import { isSameEmail } from './merchants.ts';
import { type ControlTables, writeAudit } from './tables.ts';

export function memoryUsers(tables: ControlTables): Users {
  const { users, sessions } = tables;
  const find = (email: string): User | undefined => [...users.values()].find((user) => isSameEmail(user.email, email));
  return {
    exist: async () => users.size > 0,

    async findByEmail(email) {
      const user = find(email);
      const member = user && tables.members.get(user.id);
      const merchant = member && tables.merchants.get(member.merchantId);
      return user && merchant && { user, merchant };
    },

    async findById(id) {
      const user = users.get(id);
      return user && this.findByEmail(user.email);
    },

    async setPassword(email, passwordHash, audit, { kept, removesSecondFactors = false } = {}) {
      const user = find(email);
      if (!user) return false;
      users.set(user.id, { ...user, passwordHash });
      for (const { id, userId } of sessions.values()) if (userId === user.id && id !== kept) sessions.delete(id);
      if (kept === undefined) deleteWhere(tables.trustedDevices, user.id);
      if (removesSecondFactors) {
        tables.totp.delete(user.id);
        deleteWhere(tables.passkeys, user.id);
        const others = tables.recoveryCodes.filter((one) => one.userId !== user.id);
        tables.recoveryCodes.splice(0, Infinity, ...others);
      }
      writeAudit(tables, audit);
      return true;
    },

    async offerSetUpLink(tokenHash) {
      if (users.size > 0) return false;
      tables.setUpLink = tokenHash;
      return true;
    },

    isSetUpLink: async (tokenHash) => users.size === 0 && tables.setUpLink === tokenHash,
  };
}

function deleteWhere<Id>(rows: Map<Id, { id: Id; userId: UserId }>, userId: UserId): void {
  for (const row of rows.values()) if (row.userId === userId) rows.delete(row.id);
}
