/** A height, the time when it was reached, and the time per block from then on. */
export interface Epoch {
  height: number;
  timeMs: number;
  blockMs: number;
}

export interface Calendar {
  epoch: Epoch;
  heightAt(timeMs: number): number;
  timeOf(height: number): number;
}

/** Converts between times and heights, if a block is made every `blockMs`. */
export function calendarOf(epoch: Epoch): Calendar {
  const { height: first, timeMs: begin, blockMs } = epoch;
  return {
    epoch,
    heightAt: (timeMs) => first + Math.floor((timeMs - begin) / blockMs),
    timeOf: (height) => begin + (height - first) * blockMs,
  };
}
