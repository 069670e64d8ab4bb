import { enterCluster } from './enter-cluster.ts';
import { holdMembership } from './hold-membership.ts';
import { openCluster } from './open-cluster.ts';

export interface EmbeddedPostgres {
  /** postgres://florin:<password>@127.0.0.1:<port>/florin, good until leave() even where the server dies meanwhile. */
  url: string;
  /** Whether this process started the server, as opposed to having joined a running one. */
  started: boolean;
  /** Gives up the membership, and stops the server where it was the last. May be called more than once. */
  leave(): Promise<void>;
}

/**
 * Joins the PostgreSQL server of a data folder: makes its database on the first start, starts it where it does not
 * run, and keeps it running until the last process that joined has left.
 */
export async function joinEmbeddedPostgres(options: {
  dataDir: string;
  say: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir, options.say);
  const { member, started } = await enterCluster(cluster, { port: undefined, ref: true, signal: undefined });
  const leave = holdMembership(cluster, member);
  return { url: `postgres://florin:${cluster.password}@127.0.0.1:${member.port}/florin`, started, leave };
}
