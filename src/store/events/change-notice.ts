import { idFromUuid } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { Change } from '../../ports/changes.ts';

/** Which intents changed. A node of the version before sends the same, inside its transactions. */
export const CHANGES_CHANNEL = 'florin_changes';
/** Which merchants have newly numbered events. */
export const NUMBERS_CHANNEL = 'florin_numbers';

/** A notification may have 8,000 bytes, and a change takes about 110. */
export const ROWS_PER_NOTICE = 60;

export type ChangeRow = [merchant: string, livemode: boolean, intent: string, sequence: number, status: IntentStatus];

/** The last number of a merchant and mode. */
export type NumberRow = [merchant: string, livemode: boolean, number: number];

interface Heard<Value> {
  tenant: string;
  value: Value;
}

/** Reads the changes from a notification. Returns none if the payload is invalid. */
export const readChanges = (payload: string | undefined): Heard<Change>[] =>
  readRows<ChangeRow, Change>(payload, ([, , intent, sequence, status]) => ({
    intentId: idFromUuid('pi', intent),
    sequence,
    status,
  }));

export const readNumbers = (payload: string | undefined): Heard<number>[] =>
  readRows<NumberRow, number>(payload, ([, , number]) => number);

function readRows<Row extends [string, boolean, ...unknown[]], Value>(
  payload: string | undefined,
  read: (row: Row) => Value,
): Heard<Value>[] {
  try {
    return (JSON.parse(payload ?? '[]') as Row[]).map((row) => ({
      tenant: tenantName(row[0], row[1]),
      value: read(row),
    }));
  } catch {
    return [];
  }
}

export const tenantName = (merchantUuid: string, livemode: boolean): string => `${merchantUuid} ${livemode}`;
