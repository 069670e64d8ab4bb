import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Node has no public figures for what the kernel has taken of a large write. */
interface TcpHandle {
  fd: number;
  bytesWritten: number;
  writeQueueSize: number;
}

function handleOf(socket: Socket): TcpHandle | null {
  const { _handle: handle } = socket as unknown as { _handle: TcpHandle | null };
  return handle;
}

/** The bytes that the kernel has taken so far. */
export function sentBytes(socket: Socket): number {
  const handle = handleOf(socket);
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** One socket of `/proc/net/tcp`: the bytes in its send queue, in hexadecimal digits, and its inode. */
const SOCKET = /^ *\d+: \S+ \S+ \S+ ([\dA-F]+):\S+ \S+ \S+ +\d+ +\d+ (\d+) /gm;

/**
 * The bytes that the kernel keeps of each socket because the client has not acknowledged them. It keeps megabytes and takes no
 * more until a good part has gone, so on a slow line this is the only progress for a minute. Empty where there is no `/proc`.
 */
export async function readSendQueues(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
  const wanted = new Map(sockets.map((socket) => [inodeOf(socket), socket]));
  const queues = new Map<Socket, number>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(file, 'latin1').catch(() => '');
    for (const [, bytes = '', inode = ''] of text.matchAll(SOCKET)) {
      const socket = wanted.get(inode);
      if (socket) queues.set(socket, Number.parseInt(bytes, 16));
    }
  }
  return queues;
}

function inodeOf(socket: Socket): string | undefined {
  try {
    return /\d+/.exec(readlinkSync(`/proc/self/fd/${handleOf(socket)?.fd}`))?.[0];
  } catch {
    return undefined;
  }
}
