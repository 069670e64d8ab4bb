import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { signAs } from '../../../test/memory/fake-chain.ts';
import { openClaim } from '../../../test/memory/open-claim.ts';
import type { FoundTransfer } from '../../ports/chain.ts';

/** The payer sent money without a reference, and claimed it. */
const setUpSent = async (more: Partial<FoundTransfer> = {}) => {
  const made = await openClaim();
  made.send({ keys: [], sources: ['payer', 'second'], ...more });
  const { proof: request } = await made.answerTo();
  const prove = (address: string, text = request?.message ?? '') =>
    made.answerTo({ proof: { address, signature: signAs(address, text) } });
  return { ...made, request, prove };
};

describe('the proof of a claim', () => {
  it('is asked for with the message to sign and the accounts that can sign it', async () => {
    const { intent, request } = await setUpSent();
    expect(request).toMatchObject({
      accounts: ['payer', 'second'],
      network: { name: 'solana-devnet', browserWallets: { chain: 'solana:devnet' } },
      proven: false,
    });
    for (const text of ['https://pay.example.com', intent.id, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'tx-1'])
      expect(request?.message).toContain(text);
  });

  it('marks the claim, and credits nothing', async () => {
    const { shop, intent, answerTo, prove, listed } = await setUpSent();
    const [before, timeline] = [await shop.find(intent.id), await shop.timeline(intent)];
    shop.ports.clock.advance(5_000);
    expect(await prove('second')).toMatchObject({ result: 'under_review', proof: { proven: true } });
    const atMs = shop.ports.clock.nowMs();
    const { claims } = await listed();
    expect(claims).toMatchObject([{ claimedAtMs: atMs - 5_000, proof: { address: 'second', atMs } }]);
    expect(await shop.find(intent.id)).toEqual(before);
    expect(await shop.timeline(intent)).toEqual(timeline);
    expect(before).toMatchObject({ status: 'needs_review', payments: [] });
    expect(await answerTo()).toMatchObject({ result: 'under_review', proof: { proven: true } });
  });

  it.each([
    ['an account that sent nothing', 'stranger', undefined, '#/proof/address'],
    ['a signature for another text', 'payer', 'another text', '#/proof/signature'],
  ])('of %s is rejected, and nothing is written', async (_, address, text, pointer) => {
    const { shop, prove } = await setUpSent();
    expect(await failureOf(shop.ports, () => prove(address, text))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer, code: 'invalid_value' }],
    });
  });

  it('of one intent does not prove the claim of another, or on another website', async () => {
    const { shop, answerTo, request } = await setUpSent();
    const other = await shop.openIntent('0.5 SOL');
    await shop.targetOf(other, 'solana-devnet');
    const proof = { address: 'payer', signature: signAs('payer', request?.message ?? '') };
    for (const more of [{ id: other.id }, { origin: 'https://other.example' }]) {
      expect(await failureOf(shop.ports, () => answerTo({ ...more, proof }))).toMatchObject({
        errors: [{ pointer: '#/proof/signature' }],
      });
    }
  });

  it('is checked before the transaction, because a contract that checks it can take its time', async () => {
    const { shop, prove } = await setUpSent();
    const databaseOf = shop.ports.stores.databaseOf.bind(shop.ports.stores);
    let isOpen = false;
    shop.ports.stores.databaseOf = async (tenant) => {
      const database = await databaseOf(tenant);
      const transact: typeof database.transact = async (work) => {
        isOpen = true;
        await database.transact(work).finally(() => {
          isOpen = false;
        });
      };
      return Object.assign(Object.create(database) as typeof database, { transact });
    };
    const chain = shop.ports.chain('solana-devnet');
    const verify = chain.verifySignedText?.bind(chain);
    const asked: boolean[] = [];
    chain.verifySignedText = async (signed) => {
      asked.push(isOpen);
      return (await verify?.(signed)) ?? false;
    };
    expect(await prove('payer')).toMatchObject({ proof: { proven: true } });
    expect(asked).toEqual([false]);
  });

  it('is rejected where no account can sign', async () => {
    const { shop, prove, request } = await setUpSent({ sources: [] });
    expect(request).toBeUndefined();
    expect(await failureOf(shop.ports, () => prove('payer'))).toMatchObject({ errors: [{ pointer: '#/proof' }] });
  });

  it('reveals nothing about a transfer that is not reviewed', async () => {
    const { shop, answerTo, send, prove } = await setUpSent();
    const other = await shop.openIntent('0.5 SOL');
    const { reference = '' } = await shop.targetOf(other, 'solana-devnet');
    send({ keys: [reference], sources: ['payer'] });
    expect(await answerTo()).toEqual({ result: 'not_found', proof: undefined });
    expect(await prove('payer')).toEqual({ result: 'not_found', proof: undefined });
  });
});
