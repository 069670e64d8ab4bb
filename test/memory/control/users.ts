import type { UserId } from '../../../src/domain/ids.ts';
import type { User } from '../../../src/domain/sessions/user.ts';
import type { AuditEntry } from '../../../src/ports/audit.ts';
import type { PasswordChange, Users } from '../../../src/ports/users.ts';
import { isSameEmail } from './merchants.ts';
import { type ControlTables, writeAudit } from './tables.ts';

export function memoryUsers(tables: ControlTables): Users {
  const { users, sessions } = tables;
  const find = (email: string): User | undefined => [...users.values()].find((user) => isSameEmail(user.email, email));
  const withMerchant = (user: User | undefined) => {
    const member = user && tables.members.get(user.id);
    const merchant = member && tables.merchants.get(member.merchantId);
    return user && merchant && { user, merchant };
  };
  const setPassword = (
    email: string,
    passwordHash: string,
    audit: AuditEntry,
    { kept, removesSecondFactors = false }: PasswordChange = {},
  ): boolean => {
    const user = find(email);
    if (!user) return false;
    users.set(user.id, { ...user, passwordHash });
    for (const { id, userId } of sessions.values()) if (userId === user.id && id !== kept) sessions.delete(id);
    tables.passwordResets.delete(user.id);
    if (kept === undefined) deleteWhere(tables.trustedDevices, user.id);
    if (removesSecondFactors) {
      tables.totp.delete(user.id);
      deleteWhere(tables.passkeys, user.id);
      const others = tables.recoveryCodes.filter((one) => one.userId !== user.id);
      tables.recoveryCodes.splice(0, Infinity, ...others);
    }
    writeAudit(tables, audit);
    return true;
  };
  return {
    exist: async () => users.size > 0,

    findByEmail: async (email) => withMerchant(find(email)),

    findById: async (id) => withMerchant(users.get(id)),

    setPassword: async (...given) => setPassword(...given),

    async setOperator(id, isOperator, audit) {
      const user = users.get(id);
      if (!user || user.isOperator === isOperator) return;
      users.set(id, { ...user, isOperator });
      writeAudit(tables, audit);
    },

    async offerPasswordReset({ userId, ...reset }, audit) {
      tables.passwordResets.set(userId, reset);
      if (audit) writeAudit(tables, audit);
    },

    async findPasswordReset(tokenHash, nowMs) {
      const id = findReset(tables, tokenHash, nowMs);
      return id && withMerchant(users.get(id));
    },

    async usePasswordReset(tokenHash, passwordHash, nowMs, auditOf) {
      const id = findReset(tables, tokenHash, nowMs);
      const found = id && withMerchant(users.get(id));
      return found ? setPassword(found.user.email, passwordHash, auditOf(found)) : false;
    },

    async setNotices(id, notices) {
      if (notices) tables.withoutNotices.delete(id);
      else tables.withoutNotices.add(id);
    },

    async deleteExpired(nowMs) {
      for (const [id, { expiresAtMs }] of tables.passwordResets) {
        if (expiresAtMs <= nowMs) tables.passwordResets.delete(id);
      }
    },

    async offerSetUpLink(tokenHash) {
      if (users.size > 0) return false;
      tables.setUpLink = tokenHash;
      return true;
    },

    isSetUpLink: async (tokenHash) => users.size === 0 && tables.setUpLink === tokenHash,
  };
}

const findReset = ({ passwordResets }: ControlTables, tokenHash: string, nowMs: number): UserId | undefined =>
  [...passwordResets].find(([, reset]) => reset.tokenHash === tokenHash && reset.expiresAtMs > nowMs)?.[0];

function deleteWhere<Id>(rows: Map<Id, { id: Id; userId: UserId }>, userId: UserId): void {
  for (const row of rows.values()) if (row.userId === userId) rows.delete(row.id);
}
