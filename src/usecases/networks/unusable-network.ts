import { Problem } from '../../domain/errors.ts';

/** The network that a request names cannot be used. The detail says why, and what to do. */
export const unusableNetwork = (detail: string) =>
  new Problem('validation_failed', 'The network cannot be used.', {
    errors: [{ pointer: '#/network', code: 'invalid_value', detail }],
  });
