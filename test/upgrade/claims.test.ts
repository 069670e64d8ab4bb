import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idFromUuid, uuidOf } from '../../src/domain/ids.ts';
import { openPostgres } from '../store/engine-databases.ts';
import { newMerchantId } from '../store/sample-intent.ts';
import { runSql, servers } from '../support/databases.ts';

const MIGRATION = readFileSync('migrations/data/0017_claims.sql', 'utf8');
const AT_MS = 1_900_000_000_000;

/** As the version before writes a transfer: it cannot tell a claim from what the transfer names. */
const INSERT = `INSERT INTO florin_data.transfers (merchant_id, livemode, id, network, tx, tx_index, address, asset, amount,
  block_height, refusal, intent_id, first_seen_at, kept_at)
  VALUES ($1, false, $2::uuid, 'solana', $2::uuid::text, 0, 'wallet', 'SOL', 1, 1, $3, $4, $5, $5)`;

describe.each(servers())('claims of the version before on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('are read as unproven claims, from before and after the migration, and what a transfer names stays', async () => {
    const opened = await openPostgres(serverUrl);
    const { url } = opened;
    const merchantId = newMerchantId();
    const { transfers } = opened.bind(merchantId, false);
    const intentId = randomUUID();
    const write = async (reason: string, intent: string | null) => {
      const id = randomUUID();
      await runSql(url, INSERT, [uuidOf(merchantId), id, reason, intent, new Date(AT_MS)]);
      return idFromUuid('tr', id);
    };
    const earlier = await write('no_reference', intentId);
    const named = await write('dust', intentId);
    const silent = await write('no_reference', null);
    await runSql(url, 'DROP TABLE florin_data.claims');
    await runSql(url, MIGRATION);
    expect(await runSql(url, 'SELECT transfer_id FROM florin_data.claims')).toEqual([{ transfer_id: uuidOf(earlier) }]);
    const later = await write('no_reference', intentId);
    const listed = await transfers.list({ unassigned: true, limit: 10 });
    const names = new Map(listed.map((transfer) => [transfer.id, transfer.intentId]));
    const claimed = idFromUuid('pi', intentId);
    expect([earlier, named, silent, later].map((id) => names.get(id))).toEqual([
      undefined,
      claimed,
      undefined,
      undefined,
    ]);
    const claims = await transfers.listClaims([earlier, named, silent, later]);
    const unproven = { intentId: claimed, claimedAtMs: AT_MS, proof: undefined };
    expect(claims).toHaveLength(2);
    for (const transferId of [earlier, later]) expect(claims).toContainEqual({ transferId, ...unproven });
    await opened.close();
  });
});
