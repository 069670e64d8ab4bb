import type { Config } from '../config.ts';
import type { BackupPorts } from '../ports/backups.ts';
import type { Ports } from '../ports/ports.ts';

export interface Option {
  type: 'string' | 'boolean';
  help: string;
  required?: boolean;
  multiple?: boolean;
}

export interface Args {
  operands: string[];
  /** The value of a required option. */
  text(name: string): string;
  optional(name: string): string | undefined;
  list(name: string): string[];
  flag(name: string): boolean;
}

/** One result of `doctor` or `migrate`. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** Not ok, but something else does its work. */
  spare?: boolean;
}

/** What a command can use. Nothing is opened before a command asks for it. */
export interface CliContext {
  config: Config;
  /** Connects to the database for the duration of `work`. Starts the embedded PostgreSQL if it is not running. */
  withPorts<Result>(work: (ports: Ports) => Promise<Result>): Promise<Result>;
  /** Like `withPorts`, for a database that is read or filled as it is: no migration runs. */
  withBackupPorts<Result>(work: (ports: BackupPorts) => Promise<Result>): Promise<Result>;
  /** Runs the server until the process is told to stop. */
  serve(): Promise<void>;
  inspectDatabase(): Promise<Check[]>;
  /** Asks every node of every watched network for its chain and newest block. */
  inspectNetworks(): Promise<Check[]>;
}

export interface Output {
  /** The object that `--json` prints. */
  json: unknown;
  text: string;
  failed?: boolean;
}

export interface Command {
  /** As typed after `florin`: `serve`, `keys create`. */
  name: string;
  summary: string;
  operands?: readonly string[];
  options: Record<string, Option>;
  run(context: CliContext, args: Args): Promise<Output | undefined>;
}
