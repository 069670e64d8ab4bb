import { claimText } from '../view/claim-form.ts';
import type { ClaimResult } from '../view/payer-action.ts';
import type { Claim, ProofRequest } from '../view/render-context.ts';
import type { FoundWallet } from '../wallets/found-wallet.ts';
import type { Host } from './host.ts';
import { postJson } from './post-json.ts';

interface ClaimResponse {
  result?: ClaimResult;
  /** The network that cannot be reached. */
  network?: string;
  proof?: (Omit<ProofRequest, 'tx'> & { proven: boolean }) | null;
}

/** Looks up transactions that the payer enters. */
export class Claims {
  readonly #host: Host;
  claim: Claim | null = null;
  proof: ProofRequest | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** With a wallet, its account signs that the payer sent the transaction. */
  async submit(tx: string, wallet?: FoundWallet): Promise<void> {
    const failed = wallet ? 'unproven' : 'unavailable';
    this.#show('busy');
    try {
      const signed = wallet && this.proof ? await wallet.sign(this.proof) : undefined;
      const { status, json } = await postJson(`${this.#host.src()}/claim`, { tx, proof: signed });
      const { result, proof, network } = json as ClaimResponse;
      if (result) this.proof = proof ? { ...proof, tx } : null;
      this.#show(proof?.proven ? 'proven' : (result ?? (status === 429 ? 'too_often' : failed)), network);
    } catch {
      this.#show(failed);
    }
    this.#host.wake();
  }

  #show(result: ClaimResult, network?: string): void {
    this.claim = { result, network };
    this.#host.announce(claimText(this.claim, this.#host.messages()));
  }
}
