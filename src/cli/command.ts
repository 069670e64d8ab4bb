import type { Config } from '../config.ts';
import type { BackupPorts } from '../ports/backups.ts';
import type { Mover } from '../ports/merchant-moves.ts';
import type { Ports } from '../ports/ports.ts';
import type { Profiles } from '../ports/profiles.ts';
import type { ConnectApi } from '../ports/remote-api.ts';
import type { Terminal } from '../ports/terminal.ts';
import type { WebhookSigner } from '../ports/webhook-signer.ts';

export interface Option {
  type: 'string' | 'boolean';
  help: string;
  required?: boolean;
  multiple?: boolean;
  /** The only values that it takes. The shell completes them. */
  values?: readonly string[];
}

export interface Operand {
  name: string;
  optional?: boolean;
  /** What the shell completes. */
  values?: readonly string[];
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

/** What `doctor` finds out about the database. */
export interface DatabaseReport {
  checks: Check[];
  /** Whether another process of Florin is connected to it. Undefined if that is unknown. */
  isShared: boolean | undefined;
}

/** What a command can use. Nothing is opened before a command asks for it. */
export interface CliContext {
  config: Config;
  /** Whether there is a database to connect to, or one would have to be created. */
  hasDatabase(): Promise<boolean>;
  /** Connects to the database for the duration of `work`. Starts the embedded PostgreSQL if it is not running. */
  withPorts<Result>(work: (ports: Ports) => Promise<Result>): Promise<Result>;
  /** Like `withPorts`, with what moves merchants between data stores. */
  withMover<Result>(work: (ports: Ports & { mover: Mover }) => Promise<Result>): Promise<Result>;
  /** Like `withPorts`, for a database that is read or filled as it is: no migration runs. */
  withBackupPorts<Result>(work: (ports: BackupPorts) => Promise<Result>): Promise<Result>;
  /** Runs the server until the process is told to stop. */
  serve(): Promise<void>;
  /** Creates no database. */
  inspectDatabase(): Promise<DatabaseReport>;
  /** Asks every node of every watched network for its chain and newest block. */
  inspectNetworks(): Promise<Check[]>;
  /** Connects to the SMTP server and signs in, if there is one. */
  inspectMail(): Promise<Check[]>;
  profiles: Profiles;
  connectApi: ConnectApi;
  webhookSigner: WebhookSigner;
  terminal: Pick<Terminal, 'ask' | 'note' | 'readInput'>;
  /** Prints a part of the result while the command runs. With `--json`, one line. */
  print(output: Output): void;
  /** Aborts when the process is told to stop. A command that runs until then ends without an error. */
  stopping(): AbortSignal;
}

export type Tone = 'good' | 'bad' | 'warning' | 'quiet';

export type Cell = string | { text: string; tone?: Tone | undefined; width?: number };

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** What to print if there are no rows. */
  empty: string;
}

export interface Output {
  /** The object that `--json` prints. */
  json: unknown;
  /** Text, the cells of one line, or a table. */
  text: string | readonly Cell[] | Table;
  failed?: boolean;
}

export interface Command {
  /** As typed after `florin`: `serve`, `keys create`. */
  name: string;
  summary: string;
  operands?: readonly Operand[];
  options: Record<string, Option>;
  /** As typed after `florin`. A test parses each of them. */
  examples: readonly string[];
  /** Whether it creates the embedded database if there is none. Others fail then. */
  createsDatabase?: boolean;
  /** Returns the result, or its last part. A command that only runs returns nothing. */
  run(context: CliContext, args: Args): Promise<Output | undefined>;
}
