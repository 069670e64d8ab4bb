import type { ChainTip } from '../../domain/payments/finality-requirement.ts';
import type { Run } from '../database/database.ts';

interface TipRow {
  tip_height: string | null;
  tip_time: Date | null;
  safe_height: string | null;
  finalized_height: string | null;
}

/** The tip of a chain at the last scan of this database; height 0 if it was never scanned. */
export async function findTip(run: Run, network: string): Promise<ChainTip> {
  const [row] = await run<TipRow>(
    'SELECT tip_height, tip_time, safe_height, finalized_height FROM florin_data.scans WHERE network = $1',
    [network],
  );
  return {
    tipHeight: Number(row?.tip_height ?? 0),
    tipTimeMs: row?.tip_time?.getTime(),
    safeHeight: heightOf(row?.safe_height),
    finalizedHeight: heightOf(row?.finalized_height),
  };
}

const heightOf = (text: string | null | undefined): number | undefined => (text ? Number(text) : undefined);
