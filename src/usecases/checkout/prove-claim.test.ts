import { describe, expect, it } from 'vitest';
import { createFakeChain, signAs } from '../../../test/memory/fake-chain.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { makeId } from '../../domain/ids.ts';
import type { FoundTransfer } from '../../ports/chain.ts';
import { type ClaimProof, checkProof, isSigned, requestProof } from './prove-claim.ts';

const chain = createFakeChain('solana-devnet');
const claim = { origin: 'https://pay.example.com', intentId: makeId('pi', 1_000, new Uint8Array(10)) };

const sentFrom = (...sources: string[]): FoundTransfer => ({
  ...sampleTransfer('tx-1', '0.5 SOL', { address: 'wallet', reference: undefined }, { firstSeenAtMs: 0 }),
  sources,
});

describe('requestProof', () => {
  it('asks for a signature by any account that the money came from, each once', () => {
    const request = requestProof(chain, [sentFrom('payer', 'second'), sentFrom('payer')], claim);
    expect(request).toMatchObject({ accounts: ['payer', 'second'], network: chain.network, proven: false });
    for (const text of [claim.origin, claim.intentId, chain.network.chainId, 'tx-1'])
      expect(request?.message).toContain(text);
  });

  it('asks for nothing without a transfer, without an account, or where accounts cannot sign', () => {
    const mute = createFakeChain('bitcoin-regtest');
    expect(requestProof(chain, [], claim)).toBeUndefined();
    expect(requestProof(chain, [sentFrom()], claim)).toBeUndefined();
    expect(requestProof(mute, [sentFrom('payer')], claim)).toBeUndefined();
  });
});

describe('checkProof', () => {
  const request = requestProof(chain, [sentFrom('payer')], claim);
  const signature = signAs('payer', request?.message ?? '');
  const check = async (asked: typeof request, proof: ClaimProof) =>
    checkProof(asked, proof, { signed: await isSigned(chain, asked, proof) });

  it('accepts the signature of the message by such an account', async () => {
    await expect(check(request, { address: 'payer', signature })).resolves.toBeUndefined();
  });

  it.each([
    ['nothing can be proven', undefined, 'payer', signature, '#/proof'],
    ['the account sent nothing', request, 'stranger', signAs('stranger', request?.message ?? ''), '#/proof/address'],
    ['something else was signed', request, 'payer', signAs('payer', 'another text'), '#/proof/signature'],
  ])('rejects a proof where %s', async (_, asked, address, signed, pointer) => {
    await expect(check(asked, { address, signature: signed })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer, code: 'invalid_value' }],
    });
  });

  it('asks no network about an account that sent nothing', async () => {
    const silent = Object.assign({}, chain, { verifySignedText: () => Promise.reject(new Error('asked')) });
    expect(await isSigned(silent, request, { address: 'stranger', signature })).toBe(false);
  });
});
