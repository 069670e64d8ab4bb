import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';

const CONSTRUCTED = { sequence: 0x30, set: 0x31, version: 0xa0, extensions: 0xa3 };
const PRIMITIVE = { integer: 0x02, bits: 0x03, bytes: 0x04, oid: 0x06, text: 0x0c, time: 0x17 };
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

const ECDSA_WITH_SHA256 = oid('2a8648ce3d040302');
const COMMON_NAME = oid('550403');
const SUBJECT_ALTERNATIVE_NAME = oid('551d11');

const DAY_MS = 24 * 3_600_000;

/** A certificate that signs itself, for these host names and IPv4 addresses, and its key. */
export function makeCertificate(...hosts: string[]): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(CONSTRUCTED.sequence, ECDSA_WITH_SHA256);
  const name = der(
    CONSTRUCTED.sequence,
    der(CONSTRUCTED.set, der(CONSTRUCTED.sequence, COMMON_NAME, der(PRIMITIVE.text, Buffer.from('Florin test')))),
  );
  const alternatives = der(CONSTRUCTED.sequence, ...hosts.map(alternativeName));
  const extension = der(CONSTRUCTED.sequence, SUBJECT_ALTERNATIVE_NAME, der(PRIMITIVE.bytes, alternatives));
  const content = der(
    CONSTRUCTED.sequence,
    der(CONSTRUCTED.version, der(PRIMITIVE.integer, Buffer.of(2))),
    der(PRIMITIVE.integer, Buffer.of(1)),
    algorithm,
    name,
    der(CONSTRUCTED.sequence, timeOf(Date.now() - DAY_MS), timeOf(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(CONSTRUCTED.extensions, der(CONSTRUCTED.sequence, extension)),
  );
  const signature = der(PRIMITIVE.bits, Buffer.of(0), sign('sha256', content, privateKey));
  const certificate = new X509Certificate(der(CONSTRUCTED.sequence, content, algorithm, signature));
  return { cert: certificate.toString(), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...bytes), content]);
}

function oid(hexadecimal: string): Buffer {
  return der(PRIMITIVE.oid, Buffer.from(hexadecimal, 'hex'));
}

const timeOf = (ms: number): Buffer =>
  der(PRIMITIVE.time, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`));

const alternativeName = (host: string): Buffer =>
  isIPv4(host) ? der(IP_ADDRESS, Buffer.from(host.split('.').map(Number))) : der(DNS_NAME, Buffer.from(host));
