import { idFromUuid } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { Change } from '../../ports/changes.ts';

/** Which intents changed. A node of the version before sends the same, inside its transactions. */
export const CHANGES_CHANNEL = 'florin_changes';
/** Which merchants have newly numbered events. */
export const NUMBERS_CHANNEL = 'florin_numbers';

/** A notification may have 8,000 bytes, and a change takes about 110. */
export const ROWS_PER_NOTICE = 60;

/** The dispatcher announces changes again. A node of the version before does not look at the last member. */
export type ChangeRow = [
  merchant: string,
  livemode: boolean,
  intent: string,
  sequence: number,
  status: IntentStatus,
  isAgain?: boolean,
];

/** The last number of a merchant and mode. */
export type NumberRow = [merchant: string, livemode: boolean, number: number];

interface Heard<Value> {
  tenant: string;
  value: Value;
}

/** Reads the changes from a notification. Returns none if the payload is invalid. */
export const readChanges = (payload: string | undefined): Heard<{ change: Change; isAgain: boolean }>[] =>
  readAll(() =>
    (JSON.parse(payload ?? '[]') as ChangeRow[]).map(([merchant, livemode, intent, sequence, status, isAgain]) => ({
      tenant: tenantName(merchant, livemode),
      value: { change: { intentId: idFromUuid('pi', intent), sequence, status }, isAgain: isAgain === true },
    })),
  );

export const readNumbers = (payload: string | undefined): Heard<number>[] =>
  readAll(() =>
    (JSON.parse(payload ?? '[]') as NumberRow[]).map(([merchant, livemode, number]) => ({
      tenant: tenantName(merchant, livemode),
      value: number,
    })),
  );

function readAll<Value>(read: () => Heard<Value>[]): Heard<Value>[] {
  try {
    return read();
  } catch {
    return [];
  }
}

export const tenantName = (merchantUuid: string, livemode: boolean): string => `${merchantUuid} ${livemode}`;
