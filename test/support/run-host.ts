import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import './hash-cheaply.ts';
import { main } from '../../src/main.ts';
import { recordTerminal } from './record-terminal.ts';

/**
 * Runs the whole program in one process, for commands and servers of many tests. Each connection sends one order as a line
 * of JSON and gets the result when the order has ended.
 */
type Order =
  | { what: 'run'; args: string[]; env: NodeJS.ProcessEnv }
  | { what: 'serve'; port: number; env: NodeJS.ProcessEnv }
  | { what: 'stop'; port: number };

const stops = new Map<number, () => void>();

/** The exit code of a command and its output. */
export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

async function run(args: string[], env: NodeJS.ProcessEnv, stopped?: () => Promise<void>): Promise<CommandResult> {
  const terminal = recordTerminal(stopped && { stopped });
  const code = await main(args, env, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

function execute(order: Order): Promise<object> | object {
  if (order.what === 'run') return run(order.args, order.env);
  if (order.what === 'serve') {
    return run(['serve'], order.env, () => new Promise((resolve) => stops.set(order.port, resolve)));
  }
  stops.get(order.port)?.();
  stops.delete(order.port);
  return {};
}

async function handle(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy());
  for await (const line of createInterface({ input: socket })) {
    socket.end(JSON.stringify(await execute(JSON.parse(line) as Order)));
    return;
  }
}

const server = createServer((socket) => void handle(socket));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
