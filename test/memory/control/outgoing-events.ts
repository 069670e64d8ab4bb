import type { OutgoingEvents } from '../../../src/ports/outgoing-events.ts';
import { addOutgoingEvents, type ControlTables } from './tables.ts';

export const memoryOutgoingEvents = (tables: ControlTables): OutgoingEvents => ({
  add: async (events) => addOutgoingEvents(tables, events),

  async listWaiting(perMerchant) {
    const waiting = [...tables.outgoingEvents.values()]
      .filter(({ isRelayed }) => !isRelayed)
      .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
      .map(({ isRelayed: _isRelayed, ...event }) => event);
    const byMerchant = Map.groupBy(waiting, ({ merchantId }) => merchantId);
    const listed = new Set([...byMerchant.values()].flatMap((events) => events.slice(0, perMerchant)));
    return waiting.filter((event) => listed.has(event));
  },

  async markRelayed(ids) {
    for (const id of ids) {
      const event = tables.outgoingEvents.get(id);
      if (event) tables.outgoingEvents.set(id, { ...event, isRelayed: true });
    }
  },

  async deleteRelayed(beforeMs) {
    for (const [id, { isRelayed, atMs }] of tables.outgoingEvents) {
      if (isRelayed && atMs < beforeMs) tables.outgoingEvents.delete(id);
    }
  },
});
