import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';

interface DeviceRecord {
  id: string;
  user_id: string;
  token_hash: string;
  created_at: Date;
  expires_at: Date;
  address: string;
  user_agent: string;
}

type Devices = Pick<SecondFactors, 'trustDevice' | 'isTrusted' | 'listDevices' | 'revokeDevice'>;

export const deviceRows = (database: Database): Devices => ({
  trustDevice: (device, audit) =>
    database.transaction(async (run) => {
      await run(
        `INSERT INTO florin_control.trusted_devices (id, user_id, token_hash, created_at, expires_at, address, user_agent)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          uuidOf(device.id),
          uuidOf(device.userId),
          device.tokenHash,
          new Date(device.createdAtMs),
          new Date(device.expiresAtMs),
          device.address,
          device.userAgent,
        ],
      );
      await run(
        `DELETE FROM florin_control.trusted_devices WHERE id IN (
           SELECT id FROM florin_control.trusted_devices WHERE user_id = $1
           ORDER BY id DESC OFFSET ${LIMITS.trustedDevicesMax})`,
        [uuidOf(device.userId)],
      );
      await writeAudit(run, audit);
    }),

  async isTrusted(userId, tokenHash, nowMs) {
    const rows = await database.query({
      name: 'find-trusted-device',
      text: 'SELECT 1 FROM florin_control.trusted_devices WHERE token_hash = $2 AND user_id = $1 AND expires_at > $3',
      values: [uuidOf(userId), tokenHash, new Date(nowMs)],
    });
    return rows.length > 0;
  },

  async listDevices(userId, nowMs) {
    const rows = await database.query<DeviceRecord>({
      name: 'list-trusted-devices',
      text: 'SELECT * FROM florin_control.trusted_devices WHERE user_id = $1 AND expires_at > $2 ORDER BY id DESC',
      values: [uuidOf(userId), new Date(nowMs)],
    });
    return rows.map((row) => ({
      id: idFromUuid('dev', row.id),
      userId,
      tokenHash: row.token_hash,
      createdAtMs: row.created_at.getTime(),
      expiresAtMs: row.expires_at.getTime(),
      address: row.address,
      userAgent: row.user_agent,
    }));
  },

  revokeDevice: (userId, id, audit) =>
    database.transaction(async (run) => {
      const rows = await run('DELETE FROM florin_control.trusted_devices WHERE user_id = $1 AND id = $2 RETURNING id', [
        uuidOf(userId),
        uuidOf(id),
      ]);
      if (rows.length > 0) await writeAudit(run, audit);
      return rows.length > 0;
    }),
});
