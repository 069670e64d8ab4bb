import { idFromUuid } from '../../domain/ids.ts';
import type { Change } from '../../ports/changes.ts';
import { tenantName } from './change-notice.ts';
import type { ReadNumbered } from './read-numbered.ts';

interface Heard<Value> {
  tenant: string;
  value: Value;
}

/** What was numbered since the last look, as if it had been announced. */
export class OutboxPoll {
  readonly #read: ReadNumbered;
  #known = new Map<string, number>();

  constructor(read: ReadNumbered) {
    this.#read = read;
  }

  /** Notifications arrive again, so the next look is a first one. */
  forget(): void {
    this.#known.clear();
  }

  async look(tenants: readonly string[]): Promise<{ changes: Heard<Change>[]; numbers: Heard<number>[] }> {
    const rows = tenants.length === 0 ? [] : await this.#read(tenants.map((tenant) => this.#wantedOf(tenant)));
    const last = new Map<string, number>();
    const changes = new Map<string, Heard<Change>>();
    for (const { merchant_id, livemode, number, intent_id, sequence, status } of rows) {
      const tenant = tenantName(merchant_id, livemode);
      last.set(tenant, number);
      if (intent_id === null) continue;
      changes.set(intent_id, { tenant, value: { intentId: idFromUuid('pi', intent_id), sequence, status } });
    }
    // Nobody listens to the others anymore.
    this.#known = new Map(tenants.map((tenant) => [tenant, last.get(tenant) ?? this.#known.get(tenant) ?? 0]));
    return { changes: [...changes.values()], numbers: [...last].map(([tenant, value]) => ({ tenant, value })) };
  }

  #wantedOf(tenant: string) {
    const [merchant = '', livemode] = tenant.split(' ');
    return { merchant, livemode: livemode === 'true', after: this.#known.get(tenant) };
  }
}
