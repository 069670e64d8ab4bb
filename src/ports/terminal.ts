/** Where a command reads and writes. */
export interface Terminal {
  /** Whether a person reads the output, and not a pipe or a file. */
  isTerminal: boolean;
  usesColor: boolean;
  /** Writes the result, to standard output. */
  write(text: string): void;
  /** Writes what only a person needs, to standard error. */
  note(line: string): void;
  /** Asks the person at the terminal; undefined if there is none. A hidden answer does not appear while it is typed. */
  ask(question: string, options?: { hidden?: boolean }): Promise<string | undefined>;
  /** Everything on standard input. */
  readInput(): Promise<string>;
  /** Resolves when the process is told to stop, or when nobody reads the output anymore. */
  stopped(): Promise<void>;
}
