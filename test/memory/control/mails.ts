import type { Mails } from '../../../src/ports/mails.ts';
import { type ControlTables, writeAudit, writeMails } from './tables.ts';

export const memoryMails = (tables: ControlTables): Mails => ({
  add: async (mails) => writeMails(tables, mails),

  async claim(limit, nowMs, untilMs) {
    const due = [...tables.mails.values()]
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .sort((a, b) => a.dueAtMs - b.dueAtMs || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    return due.map(({ dueAtMs: _dueAtMs, ...waiting }) => {
      const mail = Object.assign(waiting, { attempts: waiting.attempts + 1 });
      tables.mails.set(mail.id, { ...mail, dueAtMs: untilMs });
      return mail;
    });
  },

  async remove(id) {
    tables.mails.delete(id);
  },

  async retry({ id, attempts }, dueAtMs) {
    const mail = tables.mails.get(id);
    if (mail?.attempts === attempts) tables.mails.set(id, { ...mail, dueAtMs });
  },

  async giveUp(id, audit) {
    if (tables.mails.delete(id)) writeAudit(tables, audit);
  },

  async view(limit) {
    const times = [...tables.mails.values()].map(({ createdAtMs }) => createdAtMs);
    return { count: Math.min(limit, times.length), sinceMs: times.length === 0 ? undefined : Math.min(...times) };
  },
});
