import { beforeFatalSignal } from './before-fatal-signal.ts';
import { enterCluster } from './enter-cluster.ts';
import { holdMembership } from './hold-membership.ts';
import { limitRole } from './limit-role.ts';
import { openCluster } from './open-cluster.ts';
import { ADMIN_ROLE, SERVER_ROLE } from './roles.ts';

export interface EmbeddedPostgres {
  /** postgres://florin_server:<password>@127.0.0.1:<port>/florin, valid until leave(), even if the server restarts. */
  url: string;
  /** The same as the superuser. */
  adminUrl: string;
  /** Whether this process started the server or joined a running one. */
  started: boolean;
  /** Ends the membership, and stops the server if it was the last one. Safe to call more than once. */
  leave(): Promise<void>;
}

const ANSWER_PATIENCE_MS = 30_000;

/**
 * Joins the PostgreSQL server of a data folder. Creates the database on the first start, starts the server if it is not
 * running, and keeps it running until the last process has left.
 */
export async function joinEmbeddedPostgres({
  dataDir,
  log,
  answerPatienceMs = ANSWER_PATIENCE_MS,
}: {
  dataDir: string;
  log: (line: string) => void;
  /** How long to wait on leaving for a server that does not answer. */
  answerPatienceMs?: number;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, log);
  const ending = new AbortController();
  const entering = enterCluster(cluster, { port: undefined, ref: true, signal: ending.signal });
  const membership = entering.then(({ member }) => holdMembership(cluster, member, answerPatienceMs));
  const forget = beforeFatalSignal(async () => {
    ending.abort();
    await (await membership)();
  });
  try {
    const [{ member, started }, leave] = await Promise.all([entering, membership]);
    const { port } = member;
    try {
      await limitRole(cluster, port);
    } catch (error) {
      await leave();
      throw error;
    }
    const urlAs = (role: string) => `postgres://${role}:${cluster.password}@127.0.0.1:${port}/florin`;
    return { url: urlAs(SERVER_ROLE), adminUrl: urlAs(ADMIN_ROLE), started, leave: () => leave().finally(forget) };
  } catch (error) {
    forget();
    throw error;
  }
}
