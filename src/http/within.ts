import { Problem } from '../domain/errors.ts';

/** Waits for work for so long and no longer. What it does afterwards, nobody hears of any more. */
export async function within<Result>(ms: number, work: Result | Promise<Result>): Promise<Result> {
  if (!(work instanceof Promise)) return work;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const detail = 'The database did not answer in time. Try again in a moment.';
    timer = setTimeout(() => reject(new Problem('unavailable', detail, { headers: { 'retry-after': '1' } })), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
