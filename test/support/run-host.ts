import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { main } from '../../src/main.ts';

/**
 * The whole program, loaded once, for commands and servers of many tests: each line of JSON on a connection is one of
 * them, answered when it has ended.
 */
type Order =
  | { what: 'run'; args: string[]; env: NodeJS.ProcessEnv }
  | { what: 'serve'; port: number; env: NodeJS.ProcessEnv }
  | { what: 'stop'; port: number };

const stops = new Map<number, () => void>();

function obey(order: Order): Promise<object> | object {
  if (order.what === 'run') return main(order.args, order.env);
  if (order.what === 'serve') {
    return main(['serve'], order.env, () => new Promise((resolve) => stops.set(order.port, resolve)));
  }
  stops.get(order.port)?.();
  stops.delete(order.port);
  return {};
}

async function answer(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy());
  for await (const line of createInterface({ input: socket })) {
    socket.end(JSON.stringify(await obey(JSON.parse(line) as Order)));
    return;
  }
}

const server = createServer((socket) => void answer(socket));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
