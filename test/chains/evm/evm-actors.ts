import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  parseAbi,
  parseEther,
  parseGwei,
  parseSignature,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type ContractName, compileContracts } from './compile-contracts.ts';
import type { EvmNode } from './start-evm-node.ts';

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferTwice(address to, uint256 first, uint256 second)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function claim(address to, uint256 value, bytes32 nonce)',
  'function payWithNonce(address token, address to, uint256 value, bytes32 nonce)',
  'function forward(address to) payable',
  'function split(address to, uint256 first) payable',
  'function forwardAndRevert(address to) payable',
  'function pretend(address to) payable',
  'function execute(address to, uint256 value, bytes data)',
]);
const CONSTRUCTORS = {
  Token: parseAbi(['constructor(string name, string symbol, uint8 decimals)']),
  SmartWallet: parseAbi(['constructor(address owner)']),
  NoReturnToken: parseAbi(['constructor()']),
  FeeToken: parseAbi(['constructor()']),
  Liar: parseAbi(['constructor()']),
  Forwarder: parseAbi(['constructor()']),
};
const AUTHORIZATION = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
/** Before any time that a test could set. */
const VALID_BEFORE = 2n ** 40n;
const CALL_GAS = 300_000n;
const DEPLOY_GAS = 4_000_000n;
/** The slots of a token's name and symbol. */
const TEXT_SLOTS = ['0x0', '0x1'] as const;

export interface EvmToken {
  address: Address;
  name: string;
  symbol: string;
  decimals: number;
}

export interface Order {
  to: Address | undefined;
  value?: bigint;
  data?: Hex;
  gas?: bigint;
  /** Given to replace a waiting transaction. */
  nonce?: number;
  /** A replacement must pay more for gas. */
  gasPriceGwei?: number;
}

export interface Authorization {
  to: Address;
  units: bigint;
  nonce: Hex;
}

/** Payers, merchants and contracts on a node. Nothing is mined unless it says so. */
export interface EvmActors {
  /** An account with a new key and some of the coin. */
  newAccount(eth?: string): Promise<PrivateKeyAccount>;
  /** Signs a transaction. */
  sign(from: PrivateKeyAccount, order: Order): Promise<Hex>;
  /** Signs a transaction and sends it. It waits for a block. */
  send(from: PrivateKeyAccount, order: Order): Promise<Hex>;
  pay(from: PrivateKeyAccount, to: string, wei: bigint): Promise<Hex>;
  payToken(from: PrivateKeyAccount, token: Pick<EvmToken, 'address'>, to: string, units: bigint): Promise<Hex>;
  /** The call of a test contract, to be sent. */
  encode: typeof encodeCall;
  /** Signs an EIP-3009 authorization, and returns the call that uses it. */
  authorize(from: PrivateKeyAccount, token: EvmToken, order: Authorization): Promise<Hex>;
  /** Deploys a contract and mines a block. */
  deploy(contract: ContractName, ...args: unknown[]): Promise<Address>;
  /** Deploys a token, at a given address if it must be there, and mines a block. */
  createToken(order?: { symbol?: string; decimals?: number; at?: string }): Promise<EvmToken>;
  /** Mints tokens for an account, and mines a block. */
  give(to: string, token: Pick<EvmToken, 'address'>, units: bigint): Promise<void>;
}

type Call = Parameters<typeof encodeFunctionData<typeof ABI>>[0];

const encodeCall = (functionName: Call['functionName'], args: Call['args']): Hex =>
  encodeFunctionData({ abi: ABI, functionName, args });

export async function createActors(node: EvmNode): Promise<EvmActors> {
  const code = await compileContracts();
  const { chainId } = node;
  const nonceOf = async (address: Address) =>
    Number(await node.call<Hex>('eth_getTransactionCount', address, 'pending'));

  async function newAccount(eth = '1000'): Promise<PrivateKeyAccount> {
    const account = privateKeyToAccount(generatePrivateKey());
    await node.setBalance(account.address, parseEther(eth));
    return account;
  }

  async function sign(from: PrivateKeyAccount, order: Order): Promise<Hex> {
    const { to, gasPriceGwei = 20, gas = CALL_GAS, value = 0n, data = '0x' } = order;
    const nonce = order.nonce ?? (await nonceOf(from.address));
    const maxFeePerGas = parseGwei(String(gasPriceGwei));
    const fees = { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas / 10n };
    return from.signTransaction({ type: 'eip1559', chainId, to: to ?? null, value, data, gas, nonce, ...fees });
  }

  const send = async (from: PrivateKeyAccount, order: Order): Promise<Hex> =>
    node.call('eth_sendRawTransaction', await sign(from, order));

  const deployer = await newAccount();

  async function deploy(contract: ContractName, ...args: unknown[]): Promise<Address> {
    const nonce = await nonceOf(deployer.address);
    const order = { abi: CONSTRUCTORS[contract], bytecode: code[contract], args };
    const data = encodeDeployData(order as Parameters<typeof encodeDeployData>[0]);
    const tx = await send(deployer, { to: undefined, data, gas: DEPLOY_GAS, nonce });
    await node.mine();
    const receipt = await node.call<{ status: Hex } | null>('eth_getTransactionReceipt', tx);
    if (receipt?.status !== '0x1') throw new Error(`${contract} was not deployed.`);
    return getContractAddress({ from: deployer.address, nonce: BigInt(nonce) });
  }

  async function createToken({
    symbol = 'USDC',
    decimals = 6,
    at,
  }: {
    symbol?: string;
    decimals?: number;
    at?: string;
  } = {}): Promise<EvmToken> {
    const name = `${symbol} of a test`;
    const deployed = await deploy('Token', name, symbol, decimals);
    if (at === undefined) return { address: deployed, name, symbol, decimals };
    await node.call('hardhat_setCode', at, await node.call('eth_getCode', deployed, 'latest'));
    for (const slot of TEXT_SLOTS) {
      const text = await node.call('eth_getStorageAt', deployed, slot, 'latest');
      await node.call('hardhat_setStorageAt', at, slot, text);
    }
    return { address: getAddress(at), name, symbol, decimals };
  }

  async function authorize(from: PrivateKeyAccount, token: EvmToken, order: Authorization): Promise<Hex> {
    const message = {
      from: from.address,
      to: order.to,
      value: order.units,
      validAfter: 0n,
      validBefore: VALID_BEFORE,
      nonce: order.nonce,
    };
    const signature = await from.signTypedData({
      domain: { name: token.name, version: '2', chainId, verifyingContract: token.address },
      types: { TransferWithAuthorization: AUTHORIZATION },
      primaryType: 'TransferWithAuthorization',
      message,
    });
    const { r, s, yParity } = parseSignature(signature);
    const { to, value, validAfter, validBefore, nonce } = message;
    const args = [from.address, to, value, validAfter, validBefore, nonce, yParity + 27, r, s] as const;
    return encodeCall('transferWithAuthorization', args);
  }

  return {
    newAccount,
    sign,
    send,
    pay: (from, to, wei) => send(from, { to: getAddress(to), value: wei }),
    payToken: (from, token, to, units) =>
      send(from, { to: token.address, data: encodeCall('transfer', [getAddress(to), units]) }),
    encode: encodeCall,
    authorize,
    deploy,
    createToken,
    async give(to, token, units) {
      await send(deployer, { to: token.address, data: encodeCall('mint', [getAddress(to), units]) });
      await node.mine();
    },
  };
}
