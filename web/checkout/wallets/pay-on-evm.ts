import type { Ask } from './ask.ts';
import { classifyError } from './classify-error.ts';
import type { Outcome, PayOrder } from './found-wallet.ts';
import { prepare } from './prepare.ts';
import { switchChain } from './switch-chain.ts';

interface Call {
  to: string;
  value: string;
  data: string;
}

interface Prepared {
  call: Call;
  /** Typed data that the wallet signs first. */
  authorization: object | null;
  add_chain: object | null;
}

/** The wallet cannot do this at all, so nothing was sent. */
const NOT_SUPPORTED = new Set<unknown>([4200, 5700, 5710, -32_601]);

/** The wallet connects, switches to the network, and sends the transfer that the server prepared. */
export async function payOnEvm(ask: Ask, order: PayOrder): Promise<Outcome> {
  try {
    const [from] = (await ask('eth_requestAccounts')) as string[];
    if (from === undefined) return { step: 'account' };
    const prepared = await prepare<Prepared>(order, from);
    if ('step' in prepared) return prepared;
    const { call, authorization, add_chain } = prepared;
    const chainId = `0x${Number(order.chain.slice('eip155:'.length)).toString(16)}`;
    const problem = await switchChain(ask, chainId, add_chain);
    if (problem !== undefined) return { step: problem };
    const data = authorization === null ? call.data : call.data + (await signatureWords(ask, from, authorization));
    await send(ask, from, chainId, { ...call, data });
    return { step: 'sent' };
  } catch (error) {
    return { step: classifyError(error) };
  }
}

/** A signature (r, s, v) as the three words (v, r, s) of a contract call. Some wallets count v from 0 instead of 27. */
async function signatureWords(ask: Ask, from: string, authorization: object): Promise<string> {
  const signature = await ask('eth_signTypedData_v4', from, JSON.stringify(authorization));
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(String(signature)) ?? [];
  if (r === undefined || s === undefined || v === undefined) throw new Error('a signature that the token cannot check');
  const parity = Number.parseInt(v, 16) % 27;
  return (parity + 27).toString(16).padStart(64, '0') + r + s;
}

/** Uses EIP-5792 where the wallet has it on this chain. */
async function send(ask: Ask, from: string, chainId: string, call: Call): Promise<void> {
  if (await takesCalls(ask, from, chainId)) {
    try {
      await ask('wallet_sendCalls', { version: '2.0.0', from, chainId, atomicRequired: false, calls: [call] });
      return;
    } catch (error) {
      if (!NOT_SUPPORTED.has((error as { code?: unknown } | null)?.code)) throw error;
    }
  }
  await ask('eth_sendTransaction', { from, chainId, ...call });
}

async function takesCalls(ask: Ask, from: string, chainId: string): Promise<boolean> {
  try {
    const capabilities = (await ask('wallet_getCapabilities', from, [chainId])) as object;
    return Object.keys(capabilities).some((chain) => Number(chain) === Number(chainId));
  } catch {
    return false;
  }
}
