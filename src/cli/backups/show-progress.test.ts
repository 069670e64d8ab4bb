import { describe, expect, it } from 'vitest';
import { showProgress } from './show-progress.ts';

function openStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { stream, written };
}

const steps = [
  { database: 'main', table: 'events', share: 0 },
  { database: 'main', table: 'events', share: 0.5 },
  { database: 'main', table: 'items', share: 1 },
] as const;

describe('the progress of a backup', () => {
  it('is a bar in a terminal, which is cleared at the end', () => {
    const { stream, written } = openStream(true);
    const { report, end } = showProgress(stream, false);
    report(steps[1]);
    end();
    expect(written).toEqual([`\r\u001b[K${'█'.repeat(12)}${'░'.repeat(12)}  50 %  events`, '\r\u001b[K']);
  });

  it('is not drawn more often than a person can see', () => {
    const { stream, written } = openStream(true);
    const { report } = showProgress(stream, false);
    for (let count = 0; count < 1_000; count += 1) report(steps[0]);
    expect(written.length).toBeLessThan(100);
  });

  it('is a line per table in a pipe', () => {
    const { stream, written } = openStream(false);
    const { report } = showProgress(stream, false);
    for (const step of steps) report(step);
    expect(written).toEqual(['  0 %  events\n', '100 %  items\n']);
  });

  it('is not shown to a program', () => {
    const { stream, written } = openStream(true);
    showProgress(stream, true).report(steps[0]);
    expect(written).toEqual([]);
  });
});
