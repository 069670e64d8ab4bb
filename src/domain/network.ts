/** A network that money can come over. */
export interface Network {
  name: string;
  /** The same by the convention of CAIP-2. */
  chainId: string;
  title: string;
  livemode: boolean;
}

export const SIMULATED: Network = {
  name: 'simulated',
  chainId: 'florin:simulated',
  title: 'Simulated network',
  livemode: false,
};
