/** Where the counting of blocks began, and how long one takes since then. */
export interface Epoch {
  height: number;
  timeMs: number;
  blockMs: number;
}

/** Which block is made at a time, and when one begins. */
export interface Calendar {
  epoch: Epoch;
  heightAt(timeMs: number): number;
  timeOf(height: number): number;
}

/** Blocks are stretches of time, counted from the beginning of all time where nothing else is said. */
export function calendarOf(epoch: Epoch): Calendar {
  const { height: first, timeMs: begin, blockMs } = epoch;
  return {
    epoch,
    heightAt: (timeMs) => first + Math.floor((timeMs - begin) / blockMs),
    timeOf: (height) => begin + (height - first) * blockMs,
  };
}
