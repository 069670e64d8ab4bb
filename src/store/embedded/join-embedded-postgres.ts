import { enterCluster } from './enter-cluster.ts';
import { holdMembership } from './hold-membership.ts';
import { openCluster } from './open-cluster.ts';

export interface EmbeddedPostgres {
  /** postgres://florin:<password>@127.0.0.1:<port>/florin, valid until leave(), even if the server restarts. */
  url: string;
  /** Whether this process started the server or joined a running one. */
  started: boolean;
  /** Ends the membership, and stops the server if it was the last one. Safe to call more than once. */
  leave(): Promise<void>;
}

/**
 * Joins the PostgreSQL server of a data folder. Creates the database on the first start, starts the server if it is not
 * running, and keeps it running until the last process has left.
 */
export async function joinEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir, options.log);
  const { member, started } = await enterCluster(cluster, { port: undefined, ref: true, signal: undefined });
  const leave = holdMembership(cluster, member);
  return { url: `postgres://florin:${cluster.password}@127.0.0.1:${member.port}/florin`, started, leave };
}
