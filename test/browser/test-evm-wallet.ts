import type { BrowserContext } from 'playwright-core';
import { createWalletClient, type Hex, http, type TypedDataDefinition } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { ICON } from './test-wallet.ts';

export interface TestEvmWallet {
  /** What the user does when the wallet asks. A silent wallet never answers. */
  behavior: 'sign' | 'reject' | 'silent';
  account: PrivateKeyAccount;
  /** The chain that it is on. */
  chainId: number;
  /** The chains that it can switch to. */
  known: Set<number>;
  /** Whether it has EIP-5792. */
  takesCalls: boolean;
  /** The methods that it was asked for. */
  methods: string[];
}

interface Options {
  account: PrivateKeyAccount;
  node: { url: string; chainId: number };
  name?: string;
}

interface Call {
  to: Hex;
  value?: Hex;
  data?: Hex;
}

class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Announces an EIP-6963 wallet in every page of a context. It signs with a real key that stays outside of the page. */
export async function addTestEvmWallet(context: BrowserContext, options: Options): Promise<TestEvmWallet> {
  const { account, node, name = 'Test EVM Wallet' } = options;
  const wallet: TestEvmWallet = {
    behavior: 'sign',
    account,
    chainId: node.chainId,
    known: new Set([1, node.chainId]),
    takesCalls: false,
    methods: [],
  };
  const chain = {
    id: node.chainId,
    name: 'test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  };
  const confirm = async () => {
    if (wallet.behavior === 'silent') await new Promise(() => undefined);
    if (wallet.behavior === 'reject') throw new WalletError(4001, 'User rejected the request.');
  };
  const send = async ({ to, value = '0x0', data = '0x' }: Call) => {
    await confirm();
    if (wallet.chainId !== node.chainId) throw new WalletError(4901, 'The wallet is on another chain.');
    const client = createWalletClient({ account: wallet.account, chain, transport: http(node.url) });
    return client.sendTransaction({ to, value: BigInt(value), data });
  };
  const answers: Record<string, (...params: never[]) => unknown> = {
    eth_requestAccounts: () => [wallet.account.address.toLowerCase()],
    eth_chainId: () => `0x${wallet.chainId.toString(16)}`,
    async wallet_switchEthereumChain({ chainId }: { chainId: string }) {
      await confirm();
      if (!wallet.known.has(Number(chainId))) throw new WalletError(4902, 'Unrecognized chain ID.');
      wallet.chainId = Number(chainId);
      return null;
    },
    eth_sendTransaction: send,
    wallet_getCapabilities() {
      if (!wallet.takesCalls) throw new WalletError(4200, 'Not supported.');
      return { [`0x${node.chainId.toString(16)}`]: { atomic: { status: 'supported' } } };
    },
    async wallet_sendCalls({ calls: [call] }: { calls: [Call] }) {
      return { id: await send(call) };
    },
    async personal_sign(message: Hex) {
      await confirm();
      return wallet.account.signMessage({ message: { raw: message } });
    },
    async eth_signTypedData_v4(_address: string, typed: string) {
      await confirm();
      return wallet.account.signTypedData(JSON.parse(typed) as TypedDataDefinition);
    },
  };
  await context.exposeFunction('evmWallet', async (method: string, params: never[]) => {
    wallet.methods.push(method);
    try {
      const answer = answers[method];
      if (answer === undefined) throw new WalletError(-32_601, 'The method does not exist.');
      return { result: await answer(...params) };
    } catch (error) {
      const { code = -32_603, message } = error as Partial<WalletError>;
      return { error: { code, message } };
    }
  });
  await context.addInitScript({ content: announcement(JSON.stringify({ name, icon: ICON })) });
  return wallet;
}

/** Runs in the page. It is text because it uses browser globals. */
const announcement = (given: string) => `{
  const { name, icon } = ${given};
  const provider = {
    async request({ method, params = [] }) {
      const { result, error } = await evmWallet(method, params);
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    },
  };
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name, icon, rdns: 'test.wallet' };
  const detail = Object.freeze({ info, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}`;
