import type { Socket } from 'node:net';

/** Far more than the headers and the beginning of the body that are read of a response, and a few reads of a socket. */
const BYTES_MAX = 256 * 1_024;

/**
 * Ends a connection on which much more arrives after a request than a response may have. The parser counts headers and bodies,
 * but interim responses and the extensions of chunks have no end, and parsing them would keep the process busy.
 */
export function limitReads(socket: Socket): void {
  let [written, read, readBefore] = [0, 0, 0];
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) [written, readBefore] = [socket.bytesWritten, read];
    read = socket.bytesRead;
    if (read - readBefore > BYTES_MAX) socket.destroy();
  });
}
