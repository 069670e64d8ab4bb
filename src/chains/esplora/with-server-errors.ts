import { ChainError } from '../../domain/networks/chain-error.ts';
import type { ChainAdapter } from '../../ports/chain.ts';

/** Not in the name of a host. */
const NODE = /(?<![^\s])node(s?)(?=[\s’,:;]|\.?$|\.\s)/g;

/** Both kinds of sources share their messages, which speak of a node. */
const renamed = (message: string): string => message.replaceAll(NODE, 'Esplora server$1');

const renameError = ({ kind, message, cause }: ChainError): ChainError => new ChainError(kind, renamed(message), cause);

async function rename<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw renameError(error);
  }
}

/** The same adapter, whose errors speak of an Esplora server, so that nobody looks for a node. */
export const withServerErrors = (chain: ChainAdapter): ChainAdapter => ({
  ...chain,
  async scan(cursor, watch) {
    const scan = await rename(() => chain.scan(cursor, watch));
    return { ...scan, unreadable: (scan.unreadable ?? []).map(renameError) };
  },
  probe: () => rename(() => chain.probe()),
  lookUp: (tx, to) => rename(() => chain.lookUp(tx, to)),
});
