import { hash as digest } from 'node:crypto';

/** The text may not be an email address, and may even be a password, so only its hash is stored. */
export const accountName = (email: string): string => digest('sha256', email.trim().toLowerCase(), 'hex');
