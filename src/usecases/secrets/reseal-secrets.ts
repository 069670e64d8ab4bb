import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SealedValue } from '../../ports/sealed-values.ts';

const PAGE_SIZE = 500;

/**
 * Seals every value with the current secret and binds it to its row. Afterwards a previous secret is not needed any more,
 * and values that are bound to nothing are refused. Can be repeated.
 */
export async function resealSecrets(
  ports: Pick<Ports, 'audit' | 'clock' | 'sealedValues' | 'vault'>,
  actor: string,
): Promise<{ checked: number; resealed: number }> {
  const { sealedValues } = ports;
  const counts = { checked: 0, resealed: 0 };
  let page: SealedValue[] = [];
  do {
    page = await sealedValues.list(page.at(-1)?.cell, PAGE_SIZE);
    for (const value of page) {
      const sealed = reseal(ports, value);
      counts.checked += 1;
      if (sealed === value.sealed) continue;
      await sealedValues.replace(value, sealed);
      counts.resealed += 1;
    }
  } while (page.length === PAGE_SIZE);
  await sealedValues.markBound();
  await ports.audit.record({
    actor,
    action: 'secrets.resealed',
    merchantId: undefined,
    subject: 'vault',
    details: counts,
    atMs: ports.clock.nowMs(),
  });
  return counts;
}

function reseal({ vault }: Pick<Ports, 'vault'>, { cell, sealed }: SealedValue): string {
  try {
    return vault.reseal(sealed, cell);
  } catch (error) {
    throw new UserError(`Nothing was finished: ${error instanceof Error ? error.message : String(error)}`);
  }
}
