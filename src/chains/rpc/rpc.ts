/** Calls to the nodes of one network. */
export interface Rpc {
  /** Changes when another node than before responds, or one that had failed since. */
  readonly connection: number;
  /** Throws an RpcError if the node returned an error, a ChainError if no node responded. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>;
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
