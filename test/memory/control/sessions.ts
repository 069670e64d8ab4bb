import type { Session, Sessions } from '../../../src/ports/sessions.ts';
import { DuplicateError } from '../data/tables.ts';
import { type ControlTables, checkReference, writeAudit } from './tables.ts';

const LISTED_MAX = 100;

export function memorySessions(tables: ControlTables): Sessions {
  const { sessions } = tables;
  return {
    async insert(session, replaces, { audit, passwordHash } = {}) {
      checkReference(tables.users.has(session.userId), `user ${session.userId}`);
      checkReference(tables.merchants.has(session.merchantId), `merchant ${session.merchantId}`);
      const others = [...sessions.values()].filter(({ id }) => id !== replaces);
      if (others.some(({ id, tokenHash }) => id === session.id || tokenHash === session.tokenHash))
        throw new DuplicateError(`session ${session.id}`);
      if (passwordHash !== undefined && tables.users.get(session.userId)?.passwordHash !== passwordHash) return false;
      if (replaces) sessions.delete(replaces);
      sessions.set(session.id, session);
      if (audit) writeAudit(tables, audit);
      return true;
    },

    async findByHash(tokenHash, nowMs) {
      const session = [...sessions.values()].find((one) => one.tokenHash === tokenHash && one.expiresAtMs > nowMs);
      const user = session && tables.users.get(session.userId);
      const merchant = session && tables.merchants.get(session.merchantId);
      const member = user && tables.members.get(user.id);
      if (!user || !merchant || member?.merchantId !== merchant.id) return undefined;
      const { id, email, isOperator } = user;
      return { session, user: { id, email, isOperator }, merchant, role: member.role };
    },

    async renew(id, atMs, expiresAtMs) {
      const session = sessions.get(id);
      if (session && session.lastSeenAtMs < atMs) sessions.set(id, { ...session, lastSeenAtMs: atMs, expiresAtMs });
    },

    list: async (userId, nowMs) =>
      [...sessions.values()]
        .filter((session) => session.userId === userId && session.expiresAtMs > nowMs)
        .sort(newestFirst)
        .slice(0, LISTED_MAX),

    async end(userId, id, audit) {
      if (sessions.get(id)?.userId !== userId) return false;
      if (audit) writeAudit(tables, audit);
      return sessions.delete(id);
    },

    async noteSecondFactor(id, atMs) {
      const session = sessions.get(id);
      if (session) sessions.set(id, { ...session, secondFactorAtMs: atMs });
    },

    async endOthers(userId, kept) {
      for (const session of sessions.values()) {
        if (session.userId === userId && session.id !== kept) sessions.delete(session.id);
      }
    },

    findEnded: async (ids, nowMs) => ids.filter((id) => (sessions.get(id)?.expiresAtMs ?? nowMs) <= nowMs),

    async deleteExpired(nowMs) {
      for (const { id, expiresAtMs } of sessions.values()) if (expiresAtMs <= nowMs) sessions.delete(id);
    },
  };
}

const newestFirst = (a: Session, b: Session): number => b.lastSeenAtMs - a.lastSeenAtMs || (a.id < b.id ? 1 : -1);
