/** Calls to the nodes of one network. */
export interface Rpc {
  /** Throws an RpcRefusal where the node understood and said no, a ChainFault where none answered. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>;
}

/** A node's own word that it will not do what was asked; another node would say the same. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}
