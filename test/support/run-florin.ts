import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/main.ts';
import type { Terminal } from '../../src/ports/terminal.ts';
import { type RecordedTerminal, recordTerminal } from './record-terminal.ts';

export interface Person {
  /** Where the profiles of this person are. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>;
  runOn(terminal: RecordedTerminal, ...args: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Starts a command that runs until it is stopped. */
  start(...args: string[]): { terminal: RecordedTerminal; stop: () => Promise<number> };
  leave(): Promise<void>;
}

/** Somebody at a machine of their own, who runs commands in this process. */
export async function openPerson(env: NodeJS.ProcessEnv = {}): Promise<Person> {
  const home = await mkdtemp(join(tmpdir(), 'florin-person-'));
  const person: Person = {
    folder: join(home, 'florin'),
    env: { XDG_CONFIG_HOME: home, ...env },
    run: (...args) => person.runOn(recordTerminal(), ...args),
    async runOn(terminal, ...args) {
      const code = await main(args, person.env, terminal);
      return { code, out: terminal.out(), err: terminal.err() };
    },
    start(...args) {
      const stop = Promise.withResolvers<void>();
      const stopped: Terminal['stopped'] = () => stop.promise;
      const terminal = recordTerminal({ stopped });
      const ended = main(args, person.env, terminal);
      return {
        terminal,
        stop() {
          stop.resolve();
          return ended;
        },
      };
    },
    leave: () => rm(home, { recursive: true }),
  };
  return person;
}
