import { spawn } from 'node:child_process';
import { parse } from 'node:path';
import type { PostgresUser } from './choose-postgres-user.ts';
import { limitProcess } from './limit-process.ts';

interface Finished {
  succeeded: boolean;
  /** Standard output and standard error, or the reason why the program could not be run. */
  output: string;
}

/** Runs a program to its end. Never rejects: a program that cannot be run has `succeeded: false`. */
export async function runProgram(
  program: string,
  args: string[],
  options: { user: PostgresUser | undefined; input?: string },
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...limitProcess(options.user),
      // The account may not be allowed to enter Florin's working directory, but it can always enter the root directory.
      cwd: parse(program).root || '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 120_000,
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    // A program that exits without reading its input closes the pipe early, which is not an error.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.once('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.once('close', (code, signal) => {
      resolve({ succeeded: code === 0, output: signal ? `${output}\nended by ${signal}` : output });
    });
  });
}
