import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** What PostgreSQL uses itself. The password is random, so guessing it is hopeless with any number. */
const ITERATIONS = 4_096;

/** What PostgreSQL keeps of a password (RFC 5803). It signs nobody in, so a statement may contain it. */
export function makeVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest();
  const [saltText, stored, server] = [salt, storedKey, keyOf('Server Key')].map((bytes) => bytes.toString('base64'));
  return `SCRAM-SHA-256$${ITERATIONS}:${saltText}$${stored}:${server}`;
}
