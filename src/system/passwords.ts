import { hash } from '@node-rs/argon2';
import type { Passwords } from '../ports.ts';

/** Argon2id (the library's default kind) with 64 MiB and three passes: about a tenth of a second on one core. */
export const passwords: Passwords = {
  hash: (password) => hash(password, { memoryCost: 65_536, timeCost: 3, parallelism: 1 }),
};
