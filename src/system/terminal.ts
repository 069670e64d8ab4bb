import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UserError } from '../domain/user-error.ts';
import type { Terminal } from '../ports/terminal.ts';
import { printLine } from './print-line.ts';
import { stopSignal } from './stop-signal.ts';

/** The terminal, pipe or file that the program was started with. */
export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const { stdin, stdout } = process;
  const isTerminal = stdout.isTTY;
  // When the reader of a pipe is gone, there is nothing left to do and nothing to report.
  const unread = new Promise<void>((resolve) => stdout.on('error', () => resolve()));
  return {
    isTerminal,
    usesColor: isTerminal && usesColor(env),
    write: (result) => void stdout.write(result),
    note: printLine,
    async ask(question, { hidden = false } = {}) {
      return stdin.isTTY ? ask(question, hidden) : undefined;
    },
    readInput: () => text(stdin),
    stopped: () => Promise.race([stopSignal(), unread]),
  };
}

/** https://no-color.org: any value but an empty one turns color off. */
const usesColor = ({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean => !NO_COLOR && TERM !== 'dumb';

/** Asks on standard error. Ctrl-C and Ctrl-D cancel the command. */
async function ask(question: string, hidden: boolean): Promise<string> {
  const { stdin: input, stderr } = process;
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const reader = createInterface({ input, output, terminal: true });
  if (hidden) stderr.write(question);
  const answer = await reader.question(hidden ? '' : question).catch(() => undefined);
  reader.close();
  if (hidden || answer === undefined) stderr.write('\n');
  if (answer === undefined) throw new UserError('Canceled.');
  return answer;
}
