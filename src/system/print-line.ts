/** Prints a line for the person who started the program. Standard output is reserved for logs and command output. */
export const printLine = (line: string): void => void process.stderr.write(`${line}\n`);
