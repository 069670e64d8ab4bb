import { expect, it, vi } from 'vitest';
import { printLine } from './print-line.ts';

it('does not let what a server said control the terminal', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  printLine('No such intent.\x1b[2J\x9b31m\n\tretry');
  expect(write.mock.calls).toEqual([['No such intent. [2J 31m\n\tretry\n']]);
  write.mockRestore();
});
