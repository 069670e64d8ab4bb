import packageFile from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { BackupPorts } from '../ports/backups.ts';
import { postgresTargets } from '../store/backups/restore-targets.ts';
import { postgresSnapshots } from '../store/backups/snapshots.ts';
import { compareFingerprint } from '../store/database/check-secret.ts';
import { backupFile } from '../system/backups/backup-file.ts';
import { findSecret } from '../system/read-secret.ts';
import { createVault } from '../system/vault.ts';
import { findDatabase } from './assemble.ts';

/** What backups need, for the duration of `work`. Starts the embedded PostgreSQL if it is not running, and no migration. */
export async function withBackupPorts<Result>(
  config: Config,
  work: (ports: BackupPorts) => Promise<Result>,
): Promise<Result> {
  const secret = await findSecret(config.secret, config.dataDir);
  const previous = config.previousSecret;
  const openVault: BackupPorts['openVault'] = (fingerprint) => {
    const { isBound, isLoose } = compareFingerprint(fingerprint, { secret, previous });
    if (secret === undefined || !(isBound || isLoose)) return undefined;
    return createVault({ secret, previous, boundOnly: isBound });
  };
  const address = await findDatabase(config);
  try {
    return await work({
      // The database of the other server may be gone, and its clock with it.
      clock: { nowMs: () => Date.now() },
      snapshots: postgresSnapshots(address.directUrl, openVault),
      targets: postgresTargets(address.directUrl),
      florinVersion: packageFile.version,
      openVault,
      file: backupFile,
    });
  } finally {
    await address.leave();
  }
}
