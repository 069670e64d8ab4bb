import { createInterface } from 'node:readline/promises';

/** Asks on the terminal. Standard output is reserved for the result. */
export async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;
