import { Client } from 'pg';
import { expect } from 'vitest';
import { type MerchantId, makeId, uuidOf } from '../../src/domain/ids.ts';
import type { MerchantMove, Mover } from '../../src/ports/merchant-moves.ts';
import type { EarlierCursor } from '../../src/store/data-stores/join-scans.ts';
import { postgresMover } from '../../src/store/data-stores/mover.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import { addIntent, INTENT } from './add-intent.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

export const OTHER = newId('ds');
export const SCAN = `INSERT INTO florin_data.scans (network, cursor, scanned_until, tip_height) VALUES ('bitcoin', $1, $2, 0)
  ON CONFLICT (network) DO UPDATE SET cursor = excluded.cursor, scanned_until = excluded.scanned_until`;
export const MERCHANT_LOCK = `locktype = 'advisory' AND classid = 6702030`;

export const nothing = () => undefined;

export const earlier: EarlierCursor = (_, one, other) => (Number(one) < Number(other) ? one : other);

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

export async function begin(url: string): Promise<Client> {
  const client = await connect(url);
  await client.query('BEGIN');
  return client;
}

/** As the program does: the next attempt of the mover may have begun by now. */
export const writePatiently = (url: string, merchant: string) =>
  waitUntil('a write is not rejected', () =>
    runSql(url, INTENT, [merchant]).catch((error: { code?: string }) => {
      if (error.code !== 'FLMOV') throw error;
      return undefined;
    }),
  );

const waits = async (url: string, lock: string) =>
  (
    await runSql(
      url,
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND ${lock}
         AND application_name = 'florin-mover' AND datname = current_database()`,
    )
  ).length > 0;

export const waitUntilHeld = (url: string, lock: string) => waitUntil('the mover waits', () => waits(url, lock));

/** The mover has waited for a lock in vain and rests. */
export async function waitUntilUndone(url: string, lock: string) {
  await waitUntilHeld(url, lock);
  await waitUntil('the mover rests', async () => !(await waits(url, lock)));
}

export const count = async (url: string, table: string, merchant: string) =>
  (
    await runSql<{ count: number }>(
      url,
      `SELECT count(*)::int AS count FROM florin_data.${table} WHERE merchant_id = $1`,
      [merchant],
    )
  )[0]?.count;

export const moveOf = (merchantId: MerchantId, more: Partial<MerchantMove> = {}): MerchantMove => ({
  id: uuidOf(makeId('ds', Date.now(), crypto.getRandomValues(new Uint8Array(10)))),
  merchantId,
  from: undefined,
  to: OTHER,
  state: 'copying',
  startedAtMs: Date.now(),
  ...more,
});

/** Two databases, and a mover between them. */
export interface MoveScene {
  fromUrl: string;
  toUrl: string;
  mover: Mover;
  transfer: (move: MerchantMove, onSwitch?: () => Promise<void>) => Promise<{ heldMs: number }>;
}

export async function openMoveScene(): Promise<MoveScene> {
  const [fromUrl, toUrl] = [await createMigrated(['data']), await createMigrated(['data'])];
  await runSql(fromUrl, SCAN, ['1', '2026-01-01T00:00:01Z']);
  const mover = postgresMover({ urlOf: async (id) => (id === undefined ? fromUrl : toUrl), earlier });
  const transfer: MoveScene['transfer'] = (move, onSwitch = async () => nothing()) =>
    mover.transfer(move, { report: nothing, onSwitch });
  return { fromUrl, toUrl, mover, transfer };
}

/** A merchant with one open intent. */
export async function addMerchantTo(url: string) {
  const merchantId = newMerchantId();
  const intent = await addIntent(url, merchantId);
  return { merchantId, intent, merchant: uuidOf(merchantId) };
}

export async function readScan(url: string) {
  const [scan] = await runSql<{ cursor: string; arrivals: number; scanned_until: Date }>(
    url,
    `SELECT cursor, arrivals::int, scanned_until FROM florin_data.scans WHERE network = 'bitcoin'`,
  );
  return scan ?? expect.fail('no scan');
}
