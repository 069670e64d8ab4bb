import { UserError } from '../domain/user-error.ts';

/** Says what to do if a server cannot listen on an address and a port that is set with `variable`. */
export function explainListen(host: string, port: number, variable: string): (error: NodeJS.ErrnoException) => never {
  const sentences: Record<string, string> = {
    EADDRINUSE: `is in use by another program. Stop that program, or set ${variable} to a free port.`,
    EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one of its addresses.',
    ENOTFOUND: 'is not an address of this machine. Set HOST to one of its addresses.',
    EACCES: `requires root. Set ${variable} to 1024 or higher.`,
  };
  return (error) => {
    const sentence = sentences[error.code ?? ''];
    throw sentence === undefined ? error : new UserError(`${host} port ${port} ${sentence}`);
  };
}
