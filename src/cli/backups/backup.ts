import { makeBackup } from '../../usecases/backups/make-backup.ts';
import type { Command } from '../command.ts';
import { formatSize } from './format-size.ts';
import { showProgress } from './show-progress.ts';
import { untilStopped } from './until-stopped.ts';

export const backup: Command = {
  name: 'backup',
  summary:
    'Writes all data to a file ("-" is standard output) while servers keep running. The secret is not included: back it up, too.',
  operands: [{ name: 'file' }],
  options: { 'main-only': { type: 'boolean', help: 'leave out data stores that you back up yourself' } },
  examples: ['backup florin.backup', 'backup - > /mnt/backups/florin.backup', 'backup main.backup --main-only'],
  run: (context, args) =>
    context.withBackupPorts((ports) =>
      untilStopped(context, async (signal) => {
        const [path = ''] = args.operands;
        const { report, end } = showProgress(process.stderr, args.flag('json'));
        const order = { file: ports.file(path), mainOnly: args.flag('main-only'), report, signal };
        const made = await makeBackup(ports, order).finally(end);
        const { rows, bytes, sha256 } = made;
        const text = `Wrote ${rows} rows, ${formatSize(bytes)}, to ${path}.\nSHA-256 ${sha256}`;
        if (path === '-') {
          process.stderr.write(`${text}\n`);
          return undefined;
        }
        const { createdAtMs, databases } = made.backup;
        return {
          json: {
            file: path,
            created_at: new Date(createdAtMs).toISOString(),
            databases: databases.map(({ name }) => name),
            rows,
            bytes,
            sha256,
          },
          text,
        };
      }),
    ),
};
