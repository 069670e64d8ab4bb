import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Passkey } from '../../ports/second-factors.ts';
import type { Run } from '../database/database.ts';

export interface PasskeyRecord {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  /** A bigint, which the driver returns as text. */
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export const readPasskey = (row: PasskeyRecord): Passkey => ({
  id: idFromUuid('psk', row.id),
  userId: idFromUuid('usr', row.user_id),
  credentialId: row.credential_id,
  publicKey: Uint8Array.from(row.public_key),
  counter: Number(row.counter),
  transports: row.transports,
  name: row.name,
  createdAtMs: row.created_at.getTime(),
  lastUsedAtMs: row.last_used_at?.getTime(),
});

export async function insertPasskey(run: Run, passkey: Passkey): Promise<void> {
  await run(
    `INSERT INTO florin_control.passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      uuidOf(passkey.id),
      uuidOf(passkey.userId),
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.name,
      new Date(passkey.createdAtMs),
    ],
  );
}
