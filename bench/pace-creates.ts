import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createPath, customerNumber, requestHeaders, requestTemplate } from './make-request.ts';
import type { Keys } from './start-server.ts';

export interface Pace {
  baseUrl: string;
  /** Merchants that create in turn. */
  merchants: readonly Keys[];
  perSecond: number;
  seconds: number;
  signal: AbortSignal;
}

/** Creates intents at a fixed rate, however long the answers take. Returns their times in milliseconds. */
export async function paceCreates({ baseUrl, merchants, perSecond, seconds, signal }: Pace): Promise<number[]> {
  const pool = new Pool(baseUrl);
  const create = async (keys: Keys, count: number) => {
    const { before, after } = requestTemplate();
    const body = `${before}${customerNumber(count)}${after}`;
    const began = performance.now();
    const answer = await pool.request({ method: 'POST', path: createPath(keys), headers: requestHeaders(keys), body });
    const text = await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`The service returned ${answer.statusCode}: ${text}`);
    return performance.now() - began;
  };
  try {
    const began = performance.now();
    const created: Promise<number>[] = [];
    while (created.length < perSecond * seconds) {
      const waitMs = began + (created.length * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
      const keys = merchants[created.length % merchants.length];
      if (keys) created.push(create(keys, created.length));
    }
    return await Promise.all(created);
  } finally {
    await pool.destroy();
  }
}
