import { uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Database, type Run, sqlState } from '../database/database.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import { deviceRows } from './device-rows.ts';
import { insertPasskey, type PasskeyRecord, readPasskey } from './passkey-row.ts';

const UNIQUE_VIOLATION = '23505';

interface TotpRecord {
  sealed_secret: string;
  confirmed_at: Date | null;
}

export function secondFactorTables(database: Database): SecondFactors {
  return {
    ...deviceRows(database),

    async find(userId) {
      const values = [uuidOf(userId)];
      const [totps, passkeys, codes] = await Promise.all([
        database.query<TotpRecord>({
          name: 'find-totp',
          text: 'SELECT sealed_secret, confirmed_at FROM florin_control.totp_secrets WHERE id = $1',
          values,
        }),
        database.query<PasskeyRecord>({
          name: 'list-passkeys',
          text: 'SELECT * FROM florin_control.passkeys WHERE user_id = $1 ORDER BY id',
          values,
        }),
        database.query<{ left: number }>({
          name: 'count-recovery-codes',
          text: `SELECT count(*)::int AS left FROM florin_control.recovery_codes WHERE user_id = $1 AND used_at IS NULL`,
          values,
        }),
      ]);
      const [totp] = totps;
      return {
        totp: totp && { sealedSecret: totp.sealed_secret, isConfirmed: totp.confirmed_at !== null },
        passkeys: passkeys.map(readPasskey),
        recoveryCodesLeft: codes[0]?.left ?? 0,
      };
    },

    async saveTotp(userId, sealedSecret, atMs) {
      const rows = await database.query({
        name: 'save-totp',
        text: `INSERT INTO florin_control.totp_secrets AS t (id, sealed_secret, created_at) VALUES ($1, $2, $3)
               ON CONFLICT (id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
               WHERE t.confirmed_at IS NULL RETURNING id`,
        values: [uuidOf(userId), sealedSecret, new Date(atMs)],
      });
      return rows.length > 0;
    },

    confirmTotp: (userId, step, audit) =>
      database.transaction(async (run) => {
        const rows = await run(
          `UPDATE florin_control.totp_secrets SET confirmed_at = $3, last_step = $2
           WHERE id = $1 AND confirmed_at IS NULL RETURNING id`,
          [uuidOf(userId), step, new Date(audit.atMs)],
        );
        if (rows.length > 0) await writeAudit(run, audit);
        return rows.length > 0;
      }),

    async useTotpStep(userId, step) {
      const rows = await database.query({
        name: 'use-totp-step',
        text: `UPDATE florin_control.totp_secrets SET last_step = $2
               WHERE id = $1 AND confirmed_at IS NOT NULL AND last_step < $2 RETURNING id`,
        values: [uuidOf(userId), step],
      });
      return rows.length > 0;
    },

    removeTotp: (userId, audit) =>
      database.transaction(async (run) => {
        const rows = await run('DELETE FROM florin_control.totp_secrets WHERE id = $1 RETURNING id', [uuidOf(userId)]);
        if (rows.length === 0) return false;
        await deleteUnneeded(run, uuidOf(userId));
        await writeAudit(run, audit);
        return true;
      }),

    replaceRecoveryCodes: (userId, hashes, audit) =>
      database.transaction(async (run) => {
        await run('DELETE FROM florin_control.recovery_codes WHERE user_id = $1', [uuidOf(userId)]);
        await run('INSERT INTO florin_control.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [
          uuidOf(userId),
          hashes,
        ]);
        await writeAudit(run, audit);
      }),

    useRecoveryCode: (userId, hash, audit) =>
      database.transaction(async (run) => {
        const rows = await run(
          `UPDATE florin_control.recovery_codes SET used_at = $3
           WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING user_id`,
          [uuidOf(userId), hash, new Date(audit.atMs)],
        );
        if (rows.length > 0) await writeAudit(run, audit);
        return rows.length > 0;
      }),

    async addPasskey(passkey, audit) {
      try {
        return await database.transaction(async (run) => {
          const values = [uuidOf(passkey.userId)];
          await run('SELECT id FROM florin_control.users WHERE id = $1 FOR NO KEY UPDATE', values);
          const known = await run('SELECT id FROM florin_control.passkeys WHERE user_id = $1', values);
          if (known.length >= LIMITS.passkeysMax) return false;
          if (known.length === 0) await forgetWeakerProofs(run, uuidOf(passkey.userId));
          await insertPasskey(run, passkey);
          await writeAudit(run, audit);
          return true;
        });
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },

    async findPasskey(credentialId) {
      const [row] = await database.query<PasskeyRecord>({
        name: 'find-passkey',
        text: 'SELECT * FROM florin_control.passkeys WHERE credential_id = $1',
        values: [credentialId],
      });
      return row && readPasskey(row);
    },

    async notePasskeyUse(id, counter, atMs) {
      await database.query({
        name: 'note-passkey-use',
        text: `UPDATE florin_control.passkeys SET counter = greatest(counter, $2), last_used_at = $3 WHERE id = $1`,
        values: [uuidOf(id), counter, new Date(atMs)],
      });
    },

    removePasskey: (userId, id, audit) =>
      database.transaction(async (run) => {
        const rows = await run('DELETE FROM florin_control.passkeys WHERE user_id = $1 AND id = $2 RETURNING id', [
          uuidOf(userId),
          uuidOf(id),
        ]);
        if (rows.length === 0) return false;
        await deleteUnneeded(run, uuidOf(userId));
        await writeAudit(run, audit);
        return true;
      }),

    async useChallenge(hash, expiresAtMs) {
      const rows = await database.query({
        name: 'use-challenge',
        text: `INSERT INTO florin_control.used_challenges (challenge_hash, expires_at) VALUES ($1, $2)
               ON CONFLICT DO NOTHING RETURNING challenge_hash`,
        values: [hash, new Date(expiresAtMs)],
      });
      return rows.length > 0;
    },

    async deleteExpired(nowMs) {
      for (const table of ['used_challenges', 'trusted_devices']) {
        await deleteInSteps(database, {
          name: `delete-expired-${table}`,
          table: `florin_control.${table}`,
          where: 'expires_at <= $1',
          values: [new Date(nowMs)],
        });
      }
    },
  };
}

/** Codes of the app no longer count, so neither does what was allowed because of one. */
async function forgetWeakerProofs(run: Run, userId: string): Promise<void> {
  await run('DELETE FROM florin_control.trusted_devices WHERE user_id = $1', [userId]);
  await run('UPDATE florin_control.sessions SET second_factor_at = NULL WHERE user_id = $1', [userId]);
}

/** Recovery codes and trusted devices only make sense with a second factor. */
async function deleteUnneeded(run: Run, userId: string): Promise<void> {
  for (const table of ['recovery_codes', 'trusted_devices']) {
    await run(
      `DELETE FROM florin_control.${table} WHERE user_id = $1
         AND NOT EXISTS (SELECT FROM florin_control.totp_secrets WHERE id = $1 AND confirmed_at IS NOT NULL)
         AND NOT EXISTS (SELECT FROM florin_control.passkeys WHERE user_id = $1)`,
      [userId],
    );
  }
}
