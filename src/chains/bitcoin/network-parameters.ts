import type { NetworkName } from '../../domain/networks/network.ts';
import type { ScriptType } from '../../ports/chain.ts';

/** A prefix of extended keys, and the script type it stands for. */
export interface KeyPrefix {
  name: string;
  version: number;
  /** Undefined if the prefix is used for several script types. */
  scriptType: ScriptType | undefined;
}

export interface NetworkParameters {
  /** The URI scheme of payment links. */
  scheme: 'bitcoin' | 'litecoin';
  /** The coin type of SLIP-44 in a key's path. All test networks share 1. */
  coinType: number;
  bech32: string;
  pubKeyHash: number;
  scriptHash: number;
  wif: number;
  /** The extended public keys that wallets of this network export. The first is used for storage. */
  keyPrefixes: readonly [KeyPrefix, ...KeyPrefix[]];
  genesisHash: string;
}

const key = (name: string, version: number, scriptType?: ScriptType): KeyPrefix => ({ name, version, scriptType });

const XPUB = key('xpub', 0x0488b21e);
const YPUB = key('ypub', 0x049d7cb2, 'p2sh-p2wpkh');
const ZPUB = key('zpub', 0x04b24746, 'p2wpkh');
const TPUB = key('tpub', 0x043587cf);
const UPUB = key('upub', 0x044a5262, 'p2sh-p2wpkh');
const VPUB = key('vpub', 0x045f1cf6, 'p2wpkh');
const LTUB = key('Ltub', 0x019da462);
const MTUB = key('Mtub', 0x01b26ef6, 'p2sh-p2wpkh');
const TTUB = key('ttub', 0x0436f6e1);

const bitcoinTest = {
  scheme: 'bitcoin',
  coinType: 1,
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
  keyPrefixes: [TPUB, UPUB, VPUB],
} as const;

const litecoinTest = {
  scheme: 'litecoin',
  coinType: 1,
  pubKeyHash: 0x6f,
  scriptHash: 0x3a,
  wif: 0xef,
  keyPrefixes: [TPUB, UPUB, VPUB, TTUB],
} as const;

export const BITCOIN_NETWORKS = {
  bitcoin: {
    scheme: 'bitcoin',
    coinType: 0,
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    keyPrefixes: [XPUB, YPUB, ZPUB],
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  'bitcoin-testnet': {
    ...bitcoinTest,
    bech32: 'tb',
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  'bitcoin-regtest': {
    ...bitcoinTest,
    bech32: 'bcrt',
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  litecoin: {
    scheme: 'litecoin',
    coinType: 2,
    bech32: 'ltc',
    pubKeyHash: 0x30,
    scriptHash: 0x32,
    wif: 0xb0,
    // Litecoin Core and most wallets use Bitcoin's prefixes; some use Litecoin's.
    keyPrefixes: [XPUB, YPUB, ZPUB, LTUB, MTUB],
    genesisHash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  },
  'litecoin-testnet': {
    ...litecoinTest,
    bech32: 'tltc',
    genesisHash: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
  },
  'litecoin-regtest': {
    ...litecoinTest,
    bech32: 'rltc',
    genesisHash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  },
} as const satisfies Partial<Record<NetworkName, NetworkParameters>>;

/** Prefixes of multisig keys (SLIP-132). */
export const MULTI_SIGNATURE_PREFIXES: readonly KeyPrefix[] = [
  key('Ypub', 0x0295b43f),
  key('Zpub', 0x02aa7ed3),
  key('Upub', 0x024289ef),
  key('Vpub', 0x02575483),
];

export function parametersOf(networkName: string): NetworkParameters {
  const all: Partial<Record<string, NetworkParameters>> = BITCOIN_NETWORKS;
  const parameters = all[networkName];
  if (parameters === undefined) throw new RangeError(`${networkName} is not a network of the Bitcoin family`);
  return parameters;
}
