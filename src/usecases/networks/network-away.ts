import { Problem } from '../../domain/errors.ts';
import type { ChainError } from '../../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../../ports/chain.ts';

const RETRY_AFTER_SECONDS = 5;

/** Nobody can ask the network at present. What its nodes said is for the log: their addresses are the operator's. */
export const networkAway = ({ network }: ChainAdapter, cause: ChainError) =>
  new Problem('unavailable', `${network.title} cannot be reached at present. Try again in a moment.`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });
