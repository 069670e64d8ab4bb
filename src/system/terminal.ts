import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../ports/terminal.ts';
import { printLine } from './print-line.ts';
import { stopSignal } from './stop-signal.ts';

/** The terminal, pipe or file that the program was started with. */
export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const { stdin, stdout, stderr } = process;
  const isTerminal = stdout.isTTY;
  // When the reader of a pipe is gone, there is nothing left to do and nothing to report.
  const unread = new Promise<void>((resolve) => stdout.on('error', () => resolve()));
  return {
    isTerminal,
    usesColor: isTerminal && usesColor(env),
    write: (result) => void stdout.write(result),
    note: printLine,
    async ask(question, { hidden = false } = {}) {
      if (!stdin.isTTY) return undefined;
      stderr.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input: stdin, output: hidden ? silent : stderr, terminal: true });
      try {
        return await reader.question('');
      } finally {
        reader.close();
        if (hidden) stderr.write('\n');
      }
    },
    readInput: () => text(stdin),
    stopped: () => Promise.race([stopSignal(), unread]),
  };
}

/** https://no-color.org: any value but an empty one turns color off. */
const usesColor = ({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean => !NO_COLOR && TERM !== 'dumb';
