import utils from 'pg/lib/utils.js';

/** One string or buffer for each value of a statement; null for what is missing. */
type Encoded = string | Buffer | null;

const EXECUTE_SYNC = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1');
const DESCRIBE_EXECUTE_SYNC = Buffer.concat([Buffer.from('D\0\0\0\x06P\0', 'latin1'), EXECUTE_SYNC]);

/** Type and length, the ends of two names (the portal has none), two counts of parameters, and the format of all results. */
const BIND_BYTES = 1 + 4 + 1 + 1 + 2 + 2 + 4;
/** The format and the length of a parameter. */
const PARAMETER_BYTES = 2 + 4;
const ALL_RESULTS_AS_TEXT = 0x0001_0000;

/**
 * The messages that run a prepared statement in one buffer, which takes one write to the socket: Bind, Describe unless its
 * columns are known, Execute and Sync.
 */
export function bindMessage(name: string, values: readonly unknown[], columns: 'describe' | 'described'): Buffer {
  const encoded = values.map(encode);
  const tail = columns === 'describe' ? DESCRIBE_EXECUTE_SYNC : EXECUTE_SYNC;
  const nameBytes = Buffer.byteLength(name);
  let bindBytes = BIND_BYTES + nameBytes + PARAMETER_BYTES * encoded.length;
  for (const value of encoded) if (value !== null) bindBytes += Buffer.byteLength(value);
  const message = Buffer.allocUnsafe(bindBytes + tail.length);
  let at = message.write('B');
  // The length of a message counts itself, but not its type.
  at = message.writeUInt32BE(bindBytes - 1, at);
  at = message.writeUInt8(0, at);
  at += message.write(name, at);
  at = message.writeUInt8(0, at);
  at = message.writeUInt16BE(encoded.length, at);
  for (const value of encoded) at = message.writeUInt16BE(Buffer.isBuffer(value) ? 1 : 0, at);
  at = message.writeUInt16BE(encoded.length, at);
  for (const value of encoded) at = writeValue(message, value, at);
  at = message.writeUInt32BE(ALL_RESULTS_AS_TEXT, at);
  tail.copy(message, at);
  return message;
}

function encode(value: unknown): Encoded {
  if (typeof value === 'string') return value;
  if (isSimple(value)) return String(value);
  return Array.isArray(value) ? encodeArray(value) : utils.prepareValue(value);
}

const isSimple = (value: unknown): value is number | boolean | bigint =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';

/** The driver searches each element for quotes twice, and the arrays of queues have thousands. */
function encodeArray(elements: readonly unknown[]): Encoded {
  let text = '';
  for (const element of elements) {
    if (text !== '') text += ',';
    if (typeof element === 'string') text += QUOTED.test(element) ? quote(element) : `"${element}"`;
    else if (element === null || element === undefined) text += 'NULL';
    else if (isSimple(element)) text += `"${element}"`;
    else return utils.prepareValue(elements);
  }
  return `{${text}}`;
}

const QUOTED = /["\\]/;

const quote = (element: string): string => `"${element.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Returns where the next value begins. */
function writeValue(message: Buffer, value: Encoded, at: number): number {
  if (value === null) return message.writeInt32BE(-1, at);
  const from = at + 4;
  const length = typeof value === 'string' ? message.write(value, from) : value.copy(message, from);
  message.writeUInt32BE(length, at);
  return from + length;
}
