// A full disk or a closed terminal must not end the server.
process.stderr.on('error', () => undefined);

/**
 * Prints a line for the person who started the program. Standard output is reserved for logs and command output. A line may
 * quote what a server said, which must not control the terminal.
 */
export const printLine = (line: string): void =>
  void process.stderr.write(`${line.replaceAll(/[^\P{Cc}\t\n]/gu, ' ')}\n`);
