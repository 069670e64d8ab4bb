import type { Config } from '../config.ts';
import type { Ports } from '../ports/ports.ts';

export interface Option {
  type: 'string' | 'boolean';
  help: string;
  required?: boolean;
  multiple?: boolean;
}

export interface Args {
  operands: string[];
  /** A required option, or the text that was given. */
  text(name: string): string;
  maybe(name: string): string | undefined;
  list(name: string): string[];
  flag(name: string): boolean;
}

export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

/** What a command can reach; each opens only what it needs. */
export interface CliContext {
  config: Config;
  /** Connects to the database (starting the embedded one where none runs), and leaves it when the work is done. */
  withPorts<Result>(work: (ports: Ports) => Promise<Result>): Promise<Result>;
  /** Runs the server until it is told to stop. */
  serve(): Promise<void>;
  inspectDatabase(): Promise<Finding[]>;
}

export interface Output {
  /** What `--json` prints, as one object. */
  json: unknown;
  text: string;
  failed?: boolean;
}

/** One command of the command line: its words, its options, its work. */
export interface Command {
  words: string;
  summary: string;
  operands?: readonly string[];
  options: Record<string, Option>;
  run(context: CliContext, args: Args): Promise<Output | undefined>;
}
