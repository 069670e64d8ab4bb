import type { NodeReader } from './node-reader.ts';
import type { RpcNode, Verdict } from './rpc.ts';

interface Question {
  height: number;
  /** The end of the hash that was read at this height; undefined if only the node in use knows it. */
  known: string | undefined;
  /** How many nodes must have the same block. */
  needed: number;
}

interface Vote {
  node: RpcNode;
  hash: string;
}

/**
 * Asks every node for the hash of one block, and returns whether enough of them have the one that was read. A node that
 * stands alone against enough others is avoided, also if it is the one in use: then reading goes on at another node, whose
 * parent hashes lead back to where the chains part.
 */
export async function compareHashes(
  nodes: readonly RpcNode[],
  reader: NodeReader,
  { height, known, needed }: Question,
): Promise<boolean> {
  const votes = await listVotes(nodes, reader, height);
  const read = known ?? votes.find(({ node }) => node.inUse)?.hash;
  const isRead = ({ hash }: Vote) => read !== undefined && hash.endsWith(read);
  const agrees = votes.filter(isRead).length >= needed;
  const right = agrees ? votes.find(isRead)?.hash : findMajority(votes, needed);
  if (right === undefined) noteContradiction(votes, height);
  else for (const vote of votes) judge(vote, { isWrong: vote.hash !== right, isAvoided: true, votes, height });
  return agrees;
}

/** Nobody knows which node is right, so none is avoided. What was found of a node before still holds. */
function noteContradiction(votes: readonly Vote[], height: number): void {
  const open = votes.filter(({ node }) => !node.verdict?.isAvoided);
  const isWrong = new Set(open.map(({ hash }) => hash)).size > 1;
  for (const vote of open) judge(vote, { isWrong, isAvoided: false, votes: open, height });
}

interface Judgment extends Pick<Verdict, 'isAvoided' | 'height'> {
  isWrong: boolean;
  votes: readonly Vote[];
}

function judge({ node, hash }: Vote, { isWrong, isAvoided, votes, height }: Judgment): void {
  const others = votes.filter((vote) => vote.hash !== hash).map((vote) => vote.node.name);
  const reason = `has another block at height ${height} than ${others.join(' and ')}`;
  if (isWrong) node.judge({ state: 'disagrees', reason, isAvoided, height });
  else if (node.verdict?.state === 'disagrees') node.judge(undefined);
}

/** A node that does not respond, or lacks the block, has no vote. */
async function listVotes(nodes: readonly RpcNode[], reader: NodeReader, height: number): Promise<Vote[]> {
  const asked = nodes.map(async (node): Promise<Vote | undefined> => {
    try {
      return { node, hash: await reader.readBlockHash(node.call, height) };
    } catch {
      return undefined;
    }
  });
  return (await Promise.all(asked)).filter((vote) => vote !== undefined);
}

/** The hash that enough nodes have. One node alone is no majority. */
function findMajority(votes: readonly Vote[], needed: number): string | undefined {
  const countOf = (hash: string) => votes.filter((vote) => vote.hash === hash).length;
  return votes.find(({ hash }) => countOf(hash) >= Math.max(2, needed))?.hash;
}
