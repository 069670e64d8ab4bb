import { listStores } from '../../usecases/data-stores/list-stores.ts';
import type { Command } from '../command.ts';

const MEBIBYTE = 1_048_576;

export const storesList: Command = {
  name: 'stores list',
  summary:
    'Lists the main database and the data stores: health, size, lag and merchants. Connection URLs are not shown.',
  options: {},
  examples: ['stores list', 'stores list --json'],
  run: (context) =>
    context.withPorts(async (ports) => {
      const data = (await listStores(ports)).map(({ id, name, isOpen, merchants, state }) => ({
        id: id ?? 'main',
        name,
        healthy: state !== undefined,
        open: isOpen,
        merchants,
        size_bytes: state?.sizeBytes ?? null,
        event_lag_ms: state?.eventLagMs ?? null,
        scan_lag_ms: state?.scanLagMs ?? null,
      }));
      return {
        json: { data },
        text: {
          columns: ['ID', 'HEALTH', 'NEW MERCHANTS', 'MERCHANTS', 'SIZE', 'EVENT LAG', 'SCAN LAG', 'NAME'],
          rows: data.map((row) => [
            row.id,
            row.healthy ? { text: 'ok', tone: 'good' } : { text: 'away', tone: 'bad' },
            row.open ? 'yes' : 'no',
            String(row.merchants),
            row.size_bytes === null ? '' : `${Math.ceil(row.size_bytes / MEBIBYTE)} MiB`,
            inSeconds(row.event_lag_ms),
            inSeconds(row.scan_lag_ms),
            row.name,
          ]),
          empty: 'No data stores found.',
        },
      };
    }),
};

const inSeconds = (ms: number | null): string => (ms === null ? '' : `${(ms / 1_000).toFixed(1)} s`);
