import type { BackupProgress } from '../../usecases/backups/make-backup.ts';

const BAR_WIDTH = 24;
/** A terminal is redrawn at most this often. */
const REDRAW_MS = 100;

export interface ProgressView {
  report: (progress: BackupProgress) => void;
  /** Clears the line of the bar. */
  end: () => void;
}

/** A bar in a terminal, a line per table in a pipe, and nothing if the output is for a program. */
export function showProgress(out: NodeJS.WriteStream, isQuiet: boolean): ProgressView {
  if (isQuiet) return { report: () => undefined, end: () => undefined };
  return out.isTTY ? drawBar(out) : printTables(out);
}

function drawBar(out: NodeJS.WriteStream): ProgressView {
  let drawnAtMs = 0;
  return {
    report({ table, share }) {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < REDRAW_MS) return;
      drawnAtMs = nowMs;
      const done = Math.floor(share * BAR_WIDTH);
      const bar = `${'█'.repeat(done)}${'░'.repeat(BAR_WIDTH - done)}`;
      out.write(`\r\u001b[K${bar} ${percent(share)}  ${table}`);
    },
    end: () => void out.write('\r\u001b[K'),
  };
}

function printTables(out: NodeJS.WriteStream): ProgressView {
  let current = '';
  return {
    report({ database, table, share }) {
      const name = `${database} ${table}`;
      if (table === '' || name === current) return;
      current = name;
      out.write(`${percent(share)}  ${database === 'main' ? '' : `${database} `}${table}\n`);
    },
    end: () => undefined,
  };
}

const percent = (share: number): string => `${Math.floor(share * 100)} %`.padStart(5);
