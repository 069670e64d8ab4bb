import { Problem } from '../../domain/errors.ts';
import type { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * The network cannot be reached, or this server has no node for it. The cause goes to the log only, because it may contain
 * the URL of a node.
 */
export const networkAway = ({ title }: Network, cause?: ChainError) =>
  new Problem('unavailable', `${title} cannot be reached right now. Try again in a moment.`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    network: title,
    cause,
  });
