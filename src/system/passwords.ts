import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../ports/passwords.ts';

/** Argon2id (the library’s default) with 64 MiB and three passes: about a tenth of a second on one core. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** The hash of an unknown random text at the same cost, so that a missing user takes as long as a wrong password. */
const DUMMY_HASH = '$argon2id$v=19$m=65536,t=3,p=1$y1NhxWyXfKM2T3386wxEuw$HKGhLOoylL5dBzT7NwUobPA0RRo1fi35sbZ54iqZ8zQ';

export const passwords: Passwords = {
  hash: (password) => hash(password, COST),
  async verify(passwordHash, password) {
    const matches = await verify(passwordHash ?? DUMMY_HASH, password);
    return matches && passwordHash !== undefined;
  },
};
