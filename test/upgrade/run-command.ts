import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { florinEnv, PROGRAM, type ServerOptions } from '../support/server.ts';

/** Runs a command of the command line in its own process and reads its JSON. */
export async function runCommand<Result>(options: ServerOptions, ...words: string[]): Promise<Result> {
  const args = [options.program ?? PROGRAM, ...words, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: florinEnv(options) });
  return JSON.parse(stdout) as Result;
}
