import { type ChildProcess, spawn } from 'node:child_process';
import { florinEnv, isBusy, PROGRAM, type ServerOptions } from '../../support/server.ts';
import { waitUntil } from '../../support/wait-until.ts';

export interface WorkerProcess {
  process: ChildProcess;
  /** Everything it has printed so far. */
  output: () => string;
  kill(): Promise<void>;
}

/** Starts a process with the role `worker`, or another one without requests, and waits until it runs. */
export const startWorker = (options: ServerOptions, role = 'worker'): Promise<WorkerProcess> =>
  waitUntil('a worker starts', async () => {
    const worker = launch(options, role);
    const runs = () => worker.output().includes('running its workers');
    await waitUntil('the worker runs', () => runs() || worker.process.exitCode !== null);
    if (runs()) return worker;
    if (!isBusy(worker.output())) throw new Error(`The worker ended:\n${worker.output()}`);
    return undefined;
  });

function launch(options: ServerOptions, role: string): WorkerProcess {
  const env = florinEnv({ ...options, env: { ...options.env, FLORIN_ROLES: role } });
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const output = () => chunks.join('');
  return {
    process: child,
    output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
