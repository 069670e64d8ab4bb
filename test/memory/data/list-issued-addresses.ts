import type { IssuedAddress } from '../../../src/ports/wallets.ts';
import { isOwn, type Owner, type Tables, type TargetEntry } from './tables.ts';

export function listIssuedAddresses(tables: Tables, owner: Owner, wallet: string, limit: number): IssuedAddress[] {
  const own = [...tables.targets.values()].filter(
    (target) => target.derived?.wallet === wallet && isOwn(target.intent, owner),
  );
  const indexes = [...new Set(own.map(({ derived }) => derived?.index ?? 0))].sort((a, b) => b - a).slice(0, limit);
  return indexes.map((index) => ({
    index,
    used: own.some((target) => target.derived?.index === index && isUsed(tables, target)),
  }));
}

/** Any money that was not lost again counts, also where it matches no payment. */
function isUsed({ intents, transfers }: Tables, { intent, network }: TargetEntry): boolean {
  const payments = intents.get(intent.id)?.intent.payments ?? [];
  return (
    payments.some((payment) => payment.network === network && payment.state !== 'void') ||
    [...transfers.values()].some((transfer) => transfer.intentId === intent.id && transfer.network === network)
  );
}
