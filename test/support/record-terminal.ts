import type { Terminal } from '../../src/ports/terminal.ts';

export interface RecordedTerminal extends Terminal {
  /** Everything on standard output so far. */
  out(): string;
  /** Everything on standard error so far. */
  err(): string;
}

/** A terminal that nobody sees. It keeps what is written, and answers what the test says. */
export function recordTerminal(
  given: Partial<Pick<Terminal, 'isTerminal' | 'usesColor' | 'ask' | 'readInput' | 'stopped'>> = {},
): RecordedTerminal {
  let [out, err] = ['', ''];
  return {
    isTerminal: false,
    usesColor: false,
    write(text) {
      out += text;
    },
    note(line) {
      err += `${line}\n`;
    },
    ask: () => Promise.resolve(undefined),
    readInput: () => Promise.resolve(''),
    stopped: () => new Promise(() => undefined),
    ...given,
    out: () => out,
    err: () => err,
  };
}
