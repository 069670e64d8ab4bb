/** A line for whoever started the program; standard output belongs to logs and answers. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);
