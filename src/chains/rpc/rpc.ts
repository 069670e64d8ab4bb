/** Calls to the nodes of one network. */
export interface Rpc {
  /** Throws an RpcError where the node understood and said no, a ChainError where none answered. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>;
}

/** A node's own word that it will not do what was asked; another node would say the same. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}
