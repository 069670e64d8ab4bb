import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

const TYPES: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 };
const HEADER_BYTES = 12;
const NO_ERROR = 0x8180;
const NO_SUCH_NAME = 0x8183;

export interface NameServer {
  /** The address and port to ask. */
  address: string;
  /** Names and families that were asked for, such as `shop.example 4`. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * Answers questions for IP addresses of one family with those of a name, in the form that the test gives: all addresses,
 * or nothing at all. A name without an entry does not exist.
 */
export async function openNameServer(
  answer: (name: string, family: 4 | 6) => readonly string[] | 'silence' | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, client) => {
    const { name, end } = readName(question);
    const family = TYPES[question.readUInt16BE(end)];
    if (family === undefined) return;
    asked.push(`${name} ${family}`);
    const found = answer(name, family);
    if (found === 'silence') return;
    const addresses = (found ?? []).filter((address) => isIP(address) === family);
    const head = Buffer.from(question.subarray(0, HEADER_BYTES));
    head.writeUInt16BE(found ? NO_ERROR : NO_SUCH_NAME, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const type = question.subarray(end, end + 4);
    const records = addresses.map((address) => {
      const data = bytesOf(address);
      // The name is a pointer to the question; then its type and class, the time to live, and the length.
      return Buffer.concat([Buffer.of(0xc0, HEADER_BYTES), type, Buffer.of(0, 0, 0, 0, 0, data.length), data]);
    });
    socket.send(
      Buffer.concat([head, question.subarray(HEADER_BYTES, end + 4), ...records]),
      client.port,
      client.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let place = HEADER_BYTES;
  for (let length = question[place] ?? 0; length > 0; length = question[place] ?? 0) {
    labels.push(question.toString('latin1', place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join('.'), end: place + 1 };
}

/** IPv6 addresses are given with all eight groups. */
const bytesOf = (address: string): Buffer =>
  isIP(address) === 4
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      );
