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

    async setPassword(email, passwordHash, audit) {
      const user = find(email);
      if (!user) return false;
      users.set(user.id, { ...user, passwordHash });
      for (const { id, userId } of sessions.values()) if (userId === user.id) sessions.delete(id);
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
