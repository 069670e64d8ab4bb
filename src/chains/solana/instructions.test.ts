import { AccountRole, address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainUnits } from '../../domain/money/money.ts';
import { findAssociatedAccount } from './associated-account.ts';
import { createAssociatedAccount, transferCoin, transferToken } from './instructions.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './well-known.ts';

const payer = address('vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg');
const merchant = address('82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny');
const mint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const reference = address('z91evN8By2sBoKgtFy88RJaWHfsMgkW6CjqWEeGK6Hc');
const signer = createNoopSigner(payer);
const units = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

/** Removes the signers that the official clients add to the accounts. */
const plain = ({ programAddress, accounts = [], data }: Instruction) => ({
  programAddress,
  accounts: accounts.map(({ address: account, role }) => ({ address: account, role })),
  data: [...(data ?? [])],
});

describe('an instruction equals that of the official client for', () => {
  it('a SOL transfer', () => {
    fc.assert(
      fc.property(units, (amount) => {
        const own = transferCoin({ from: payer, to: merchant, lamports: chainUnits(amount), reference: undefined });
        expect(plain(own)).toEqual(plain(getTransferSolInstruction({ source: signer, destination: merchant, amount })));
      }),
    );
  });

  it('a token transfer', () => {
    fc.assert(
      fc.property(units, fc.nat(255), (amount, decimals) => {
        const accounts = { source: reference, mint, destination: merchant, authority: signer };
        const theirs = getTransferCheckedInstruction({ ...accounts, amount, decimals });
        const order = { program: TOKEN_PROGRAM, mint, decimals, units: chainUnits(amount), reference: undefined };
        const own = transferToken({ ...order, from: reference, owner: payer, to: merchant });
        expect(plain(own)).toEqual(plain(theirs));
      }),
    );
  });

  it.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('a new token account of %s', async (program) => {
    const [ata] = await findAssociatedTokenPda({ owner: merchant, mint, tokenProgram: program });
    expect(await findAssociatedAccount(merchant, mint, program)).toBe(ata);
    const theirs = getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata,
      owner: merchant,
      mint,
      tokenProgram: program,
    });
    expect(plain(createAssociatedAccount({ payer, account: ata, owner: merchant, mint, program }))).toEqual(
      plain(theirs),
    );
  });
});

it('a reference is the last account, read-only and without signature', () => {
  const named = { address: reference, role: AccountRole.READONLY };
  const coin = transferCoin({ from: payer, to: merchant, lamports: chainUnits(1n), reference });
  expect(coin.accounts?.at(-1)).toEqual(named);
  const order = { program: TOKEN_PROGRAM, mint, decimals: 6, units: chainUnits(1n), reference };
  expect(transferToken({ ...order, from: payer, owner: payer, to: merchant }).accounts?.at(-1)).toEqual(named);
});
