import { createInterface } from 'node:readline/promises';
import { UserError } from '../../domain/user-error.ts';

/** Asks on the terminal. Standard output is reserved for the result. Ctrl-C and Ctrl-D end the command. */
export async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new UserError('Interrupted. Nothing was changed.')));
  });
  try {
    return (await Promise.race([lines.question(question), closed])).trim();
  } finally {
    lines.close();
  }
}

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;
