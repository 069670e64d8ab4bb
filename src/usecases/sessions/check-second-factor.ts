import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Factors } from '../../ports/second-factors.ts';
import { findTotpStep } from './totp.ts';
import { type Site, verifyPasskey } from './verify-passkey.ts';

/** What a user gives besides the password. */
export interface Proof {
  /** A code of the authenticator app, or a recovery code. */
  code?: string | undefined;
  /** The answer of a passkey, as JSON. */
  passkey?: string | undefined;
}

export interface ProofInput {
  proof: Proof;
  /** Undefined if passkeys cannot be used here. */
  site: Site | undefined;
  address: string;
  merchantId: MerchantId;
}

type FactorPorts = Pick<Ports, 'clock' | 'links' | 'passkeyCeremonies' | 'secondFactors' | 'vault'>;

export const hasSecondFactor = ({ totp, passkeys }: Factors): boolean =>
  totp?.isConfirmed === true || passkeys.length > 0;

/**
 * Throws unless the proof is right, or the user has turned no second factor on. Returns whether one was given. Every code
 * and every answer of a passkey counts once.
 */
export async function checkSecondFactor(
  ports: FactorPorts,
  user: Pick<User, 'id'>,
  input: ProofInput,
): Promise<boolean> {
  const factors = await ports.secondFactors.find(user.id);
  if (!hasSecondFactor(factors)) return false;
  const { code, passkey } = input.proof;
  if (code === undefined && passkey === undefined) throw secondFactorRequired(factors);
  const isRight =
    passkey === undefined
      ? await isCode(ports, user, factors, { ...input, code: code ?? '' })
      : (await verifyPasskey(ports, input.site, passkey))?.userId === user.id;
  if (!isRight) throw new Problem('second_factor_invalid', 'The code or passkey is wrong, or it was used before.');
  return true;
}

/** The errors say what the user can give. */
export function secondFactorRequired({ totp, passkeys }: Factors): Problem {
  const code = { pointer: '#/code', code: 'required', detail: 'Enter a code of your authenticator app.' } as const;
  const passkey = { pointer: '#/passkey', code: 'required', detail: 'Use your passkey.' } as const;
  const recovery = { ...code, detail: 'Enter a recovery code.' };
  return new Problem('second_factor_required', 'Confirm that it is you with your second factor.', {
    errors: [totp?.isConfirmed ? code : recovery, ...(passkeys.length > 0 ? [passkey] : [])],
  });
}

async function isCode(
  { clock, secondFactors, vault }: FactorPorts,
  { id }: Pick<User, 'id'>,
  { totp }: Factors,
  { code, address, merchantId }: Omit<ProofInput, 'proof'> & { code: string },
): Promise<boolean> {
  const text = code.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(text)) {
    if (!totp?.isConfirmed) return false;
    const secret = vault.open(totp.sealedSecret, ['totp_secrets.sealed_secret', id]);
    const step = findTotpStep(secret, text, clock.nowMs());
    return step !== undefined && secondFactors.useTotpStep(id, step);
  }
  const audit = { actor: id, action: 'user.recovery_code_used', merchantId, subject: id };
  return secondFactors.useRecoveryCode(id, recoveryHash(text), { ...audit, details: { address }, atMs: clock.nowMs() });
}

/** Of a code without separators. */
export const recoveryHash = (text: string): string => digest('sha256', text, 'hex');
