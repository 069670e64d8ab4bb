import type { Passwords } from '../../src/ports/passwords.ts';

const hashOf = (password: string): string => `hash of ${password}`;

/** Takes no time, unlike a real password hash. */
export const quickPasswords: Passwords = {
  hash: async (password) => hashOf(password),
  verify: async (passwordHash, password) => passwordHash === hashOf(password),
};
