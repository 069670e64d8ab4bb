import { UserError } from '../domain/user-error.ts';
import type { Terminal } from '../ports/terminal.ts';

/** Something secret that a command needs, such as a password. */
interface SecretInput {
  /** What it is, as an error names it. */
  name: string;
  /** What was typed, which other users of the machine can see, and which stays in the shell's history. */
  argument: string | undefined;
  /** How one types it. */
  argumentName: string;
  stdinOption: string;
  /** Whether `stdinOption` is set. */
  isOnStdin: boolean;
  ask: (question: (text: string) => Promise<string>) => Promise<string>;
}

/** The secret from the command line, from standard input, or from the person at the terminal. */
export async function readSecretInput(
  terminal: Pick<Terminal, 'ask' | 'readInput'>,
  { name, argument, argumentName, stdinOption, isOnStdin, ask }: SecretInput,
): Promise<string> {
  if (argument !== undefined && isOnStdin) {
    throw new UserError(`Set ${argumentName} or --${stdinOption}, not both.`, 'usage');
  }
  if (argument !== undefined) return argument;
  if (isOnStdin) return onlyLine(await terminal.readInput(), name);
  return ask(async (text) => {
    const answer = await terminal.ask(text, { hidden: true });
    if (answer !== undefined) return answer;
    const ways = `Pipe the ${name} in with --${stdinOption}, or set ${argumentName}.`;
    throw new UserError(`There is no terminal to ask for the ${name}. ${ways}`, 'usage');
  });
}

/** A second line is rejected, because a file that was piped in by mistake should not become a password. */
function onlyLine(input: string, name: string): string {
  const line = input.replace(/\r?\n$/, '');
  if (line === '') throw new UserError(`There is no ${name} on standard input.`, 'usage');
  if (/[\r\n]/.test(line)) {
    throw new UserError(`Standard input has more than one line. Pipe in only the ${name}.`, 'usage');
  }
  return line;
}
