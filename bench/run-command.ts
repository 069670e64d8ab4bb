import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program and returns its output. Aborting the signal stops it. */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: { signal: AbortSignal; env?: NodeJS.ProcessEnv; cwd?: string; timeoutMs: number },
): Promise<string> {
  const { timeoutMs, ...rest } = options;
  const { stdout } = await promisify(execFile)(program, [...args], {
    ...rest,
    timeout: timeoutMs,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

/** Whether a program can be started. */
export async function isInstalled(program: string, signal: AbortSignal): Promise<boolean> {
  try {
    await runCommand(program, ['--version'], { signal, timeoutMs: 10_000 });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
