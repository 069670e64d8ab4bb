import type { TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { LIMITS } from '../../domain/limits.ts';
import { compileCheck } from '../server/validate.ts';
import { claimPayment } from './claim-payment.ts';

const OWNERS = 20;

it('takes a proof by a contract wallet with twenty owners', () => {
  const tx = `0x${'ab'.repeat(32)}`;
  const signature = `0x${'cd'.repeat(65 * OWNERS)}`;
  const body = { tx, network: 'ethereum-sepolia', proof: { address: `0x${'ef'.repeat(20)}`, signature } };
  const check = compileCheck(claimPayment.body?.schema as TSchema);
  expect(check(body)).toEqual([]);
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(LIMITS.payerBodyBytesMax);
  const longer = { ...body, proof: { ...body.proof, signature: `${signature}${'cd'.repeat(65)}` } };
  expect(check(longer)).toMatchObject([{ pointer: '#/proof/signature', code: 'too_long' }]);
});
