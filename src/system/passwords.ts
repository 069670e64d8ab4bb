import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '../domain/limits.ts';
import type { Passwords } from '../ports/passwords.ts';
import { PasswordQueue } from './password-queue.ts';

/** Argon2id (the library’s default) with 64 MiB and three passes: about a tenth of a second on one core. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** The hash of an unknown random text at the same cost, so that a missing user takes as long as a wrong password. */
const DUMMY_HASH = '$argon2id$v=19$m=65536,t=3,p=1$y1NhxWyXfKM2T3386wxEuw$HKGhLOoylL5dBzT7NwUobPA0RRo1fi35sbZ54iqZ8zQ';

/** One processor is left for everything else. */
const AT_ONCE = Math.max(1, Math.min(LIMITS.passwordsAtOnceMax, availableParallelism() - 1));

const queue = new PasswordQueue(AT_ONCE);

export const passwords: Passwords = {
  hash: (password, knownAs) => queue.run(() => hash(password, COST), knownAs),
  async verify(passwordHash, password, knownAs) {
    const matches = await queue.run(() => verify(passwordHash ?? DUMMY_HASH, password), knownAs);
    return matches && passwordHash !== undefined;
  },
};
