import { Problem } from '../../domain/errors.ts';
import type { ChainError } from '../../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../../ports/chain.ts';

const RETRY_AFTER_SECONDS = 5;

/** The network cannot be reached. The cause goes to the log only, because it may contain the URL of a node. */
export const networkAway = ({ network }: ChainAdapter, cause: ChainError) =>
  new Problem('unavailable', `${network.title} cannot be reached right now. Try again in a moment.`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });
