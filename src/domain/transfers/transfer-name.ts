export interface TransferName {
  network: string;
  tx: string;
  index: number;
}

/** The name by which an intent remembers a transfer that may be its own. */
export const printTransferName = ({ network, tx, index }: TransferName): string => `${network}:${tx}:${index}`;

export function readTransferName(text: string): TransferName {
  const [, network = '', tx = '', index = ''] = /^([^:]+):(.+):(\d+)$/.exec(text) ?? [];
  return { network, tx, index: Number(index) };
}
