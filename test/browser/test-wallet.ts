import {
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type KeyPairSigner,
  signBytes,
  signTransaction,
} from '@solana/kit';
import type { BrowserContext } from 'playwright-core';
import { createFetchRpc } from '../chains/fetch-rpc.ts';

/** A one-pixel image. */
export const ICON = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export interface TestWallet {
  /** What the user does when the wallet asks. */
  behavior: 'sign' | 'reject' | 'crash';
  /** The shared accounts: its own, none, or one on another chain. */
  shares: 'own' | 'none' | 'elsewhere';
  /** Whether it holds signed transactions until `release`. */
  holds: boolean;
  payer: KeyPairSigner;
  /** The signing requests it received. */
  requests: { chain: string; address: string }[];
  /** The messages that it was asked to sign. */
  messages: string[];
  release(): Promise<void>;
}

interface Options {
  payer: KeyPairSigner;
  nodeUrl: string;
  name?: string;
  /** Registers this long after the page loads. */
  delayMs?: number;
}

/**
 * Registers a Wallet Standard wallet in every page of a context. It signs with a real key that stays outside of the page,
 * like an extension does.
 */
export async function addTestWallet(context: BrowserContext, options: Options): Promise<TestWallet> {
  const { nodeUrl, name = 'Test Wallet', delayMs = 0 } = options;
  const rpc = createFetchRpc(nodeUrl);
  const held: string[] = [];
  const send = (wire: string) => rpc.call('sendTransaction', [wire, { encoding: 'base64' }]);
  const wallet: TestWallet = {
    behavior: 'sign',
    shares: 'own',
    holds: false,
    payer: options.payer,
    requests: [],
    messages: [],
    async release() {
      for (const wire of held.splice(0)) await send(wire);
    },
  };
  await context.exposeFunction('walletAccounts', () => {
    if (wallet.shares === 'none') return [];
    const chain = wallet.shares === 'own' ? 'solana:localnet' : 'solana:devnet';
    return [{ address: wallet.payer.address as string, chains: [chain] }];
  });
  await context.exposeFunction('walletSign', async (wire: string, chain: string, address: string) => {
    wallet.requests.push({ chain, address });
    if (wallet.behavior !== 'sign') return wallet.behavior;
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
    const signed = getBase64EncodedWireTransaction(await signTransaction([wallet.payer.keyPair], transaction));
    if (wallet.holds) held.push(signed);
    else await send(signed);
    return 'sent';
  });
  await context.exposeFunction('walletSignMessage', async (text: string) => {
    wallet.messages.push(text);
    if (wallet.behavior !== 'sign') return wallet.behavior;
    return [...(await signBytes(wallet.payer.keyPair.privateKey, new TextEncoder().encode(text)))];
  });
  await context.addInitScript({ content: registration(JSON.stringify({ name, icon: ICON, delayMs })) });
  return wallet;
}

/** Runs in the page. It is text because it uses browser globals. */
const registration = (given: string) => `{
  const { name, icon, delayMs } = ${given};
  const features = ['solana:signAndSendTransaction', 'solana:signMessage'];
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains: ['solana:mainnet', 'solana:devnet', 'solana:localnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect() {
          wallet.accounts = (await walletAccounts()).map((one) => ({ ...one, publicKey: new Uint8Array(32), features }));
          return { accounts: wallet.accounts };
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        async signAndSendTransaction({ account, transaction, chain }) {
          const wire = btoa(String.fromCharCode(...transaction));
          const word = await walletSign(wire, chain, account.address);
          if (word === 'reject') throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          if (word === 'crash') throw new Error('Something else');
          return [{ signature: new Uint8Array(64) }];
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        async signMessage({ message }) {
          const signed = await walletSignMessage(new TextDecoder().decode(message));
          if (!Array.isArray(signed)) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          return [{ signedMessage: message, signature: new Uint8Array(signed) }];
        },
      },
    },
  };
  const other = { ...wallet, name: 'Other Chain', chains: ['sui:mainnet'] };
  const old = { ...wallet, name: 'Only Messages', features: { 'standard:connect': wallet.features['standard:connect'] } };
  const register = (api) => api.register(wallet, other, old);
  const announce = () => {
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail));
  };
  if (delayMs === 0) announce();
  else setTimeout(announce, delayMs);
}`;
