import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');
const { hash } = argon2;

/**
 * A process that loads this before the program hashes passwords at the lowest cost. Most tests sign somebody in, and half of
 * their processor time would be the real cost, which `test/cli/commands.test.ts` and `test/http/password-flood.test.ts` check. A hash names its cost, so processes
 * that hash at the real one verify it too.
 */
argon2.hash = (password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
