import { spawn } from 'node:child_process';
import { PROGRAM } from '../support/server.ts';

export interface RunningCommand {
  out: () => string;
  err: () => string;
  kill(signal: NodeJS.Signals): void;
  /** The exit code. */
  ended: Promise<number>;
}

/** Starts a command in a process, as a person does. */
export function startFlorin(env: NodeJS.ProcessEnv, ...args: string[]): RunningCommand {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return {
    out: () => out,
    err: () => err,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (code) => resolve(code ?? -1))),
  };
}
