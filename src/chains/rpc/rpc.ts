import type { NodeState } from '../../domain/networks/node-state.ts';

/** Throws an RpcError if the node returned an error, a ChainError if no node responded. */
export type Call = (method: string, params?: readonly unknown[]) => Promise<unknown>;

/** Calls to the nodes of one network. */
export interface Rpc {
  /** Changes when another node than before responds, or one that had failed since. */
  readonly connection: number;
  call: Call;
}

/** The nodes of one network. `call` uses the first one that is fit for use. */
export interface RpcPool extends Rpc {
  /** In order of preference. */
  readonly nodes: readonly RpcNode[];
  state(): NodeState[];
}

/** One node, for questions that each node must answer itself. */
export interface RpcNode {
  readonly name: string;
  /** Whether it answered the last call to the pool. */
  readonly inUse: boolean;
  readonly verdict: Verdict | undefined;
  readonly call: Call;
  judge(verdict: Verdict | undefined): void;
}

/** What comparing nodes found out about one of them. */
export interface Verdict {
  state: 'disagrees' | 'lagging';
  reason: string;
  /** Whether others are used instead. Where two nodes contradict each other, nobody knows which one is right. */
  isAvoided: boolean;
  /** The block in question. */
  height: number;
}

/** An error that a node returned on purpose. Another node would return the same. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}
