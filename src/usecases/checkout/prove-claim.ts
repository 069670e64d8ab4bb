import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Network } from '../../domain/networks/network.ts';
import { claimMessage } from '../../domain/transfers/claim-message.ts';
import type { ChainAdapter, FoundTransfer } from '../../ports/chain.ts';

export interface ProofRequest {
  /** The text to sign. */
  message: string;
  /** The accounts that the money came from. The owner of any of them can sign. */
  accounts: readonly string[];
  network: Network;
  proven: boolean;
}

/** What proves a claim on these transfers of one transaction; undefined where nothing can or need be proven. */
export function requestProof(
  chain: ChainAdapter,
  transfers: readonly FoundTransfer[],
  { origin, intentId }: { origin: string; intentId: IntentId },
): ProofRequest | undefined {
  const [first] = transfers;
  const accounts = [...new Set(transfers.flatMap(({ sources }) => sources ?? []))];
  if (first === undefined || accounts.length === 0 || chain.verifySignedText === undefined) return undefined;
  const { network } = chain;
  const message = claimMessage({ origin, intentId, chainId: network.chainId, tx: first.tx });
  return { message, accounts, network, proven: false };
}

/** The signature of the owner of an account that sent the money. */
export interface ClaimProof {
  address: string;
  signature: string;
}

/** Asks the network, if only it knows. A contract can answer slowly, so nothing may wait for it. */
export async function isSigned(
  chain: ChainAdapter,
  request: ProofRequest | undefined,
  { address, signature }: ClaimProof,
): Promise<boolean> {
  if (!request?.accounts.includes(address)) return false;
  return (await chain.verifySignedText?.({ address, text: request.message, signature })) ?? false;
}

/** The message names the intent, so a signature for another claim does not match. */
export function checkProof(
  request: ProofRequest | undefined,
  { address }: ClaimProof,
  { signed }: { signed: boolean },
): void {
  if (request === undefined) throw wrongProof('', 'This claim cannot be proven with a signature.');
  if (!request.accounts.includes(address))
    throw wrongProof('/address', 'The money did not come from this account. Sign with the account that sent it.');
  if (!signed) throw wrongProof('/signature', 'The signature does not match. Sign exactly the message of this claim.');
}

const wrongProof = (member: string, detail: string) =>
  new Problem('validation_failed', 'The proof cannot be used.', {
    errors: [{ pointer: `#/proof${member}`, code: 'invalid_value', detail }],
  });
