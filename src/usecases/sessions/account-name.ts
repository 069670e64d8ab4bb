import { hash as digest } from 'node:crypto';
import { foldEmail } from '../../domain/sessions/fold-email.ts';

/**
 * The name under which wrong passwords for an account are counted. The text may not be an email address, and may even be a
 * password, so only its hash is stored.
 */
export const accountName = (email: string): string => digest('sha256', foldEmail(email), 'hex');
