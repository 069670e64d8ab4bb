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

type FactorPorts = Pick<Ports, 'audit' | 'clock' | 'links' | 'passkeyCeremonies' | 'secondFactors' | 'vault'>;

export const hasSecondFactor = ({ totp, passkeys }: Factors): boolean =>
  totp?.isConfirmed === true || passkeys.length > 0;

/**
 * Throws unless the proof is right, or the user has turned no second factor on. Returns whether one was given. The strongest
 * factor of the user is required: codes of the app count only without a passkey. A recovery code replaces either. Every code
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
  if (isRight) return true;
  await ports.audit.record({
    actor: user.id,
    action: 'user.second_factor_failed',
    merchantId: input.merchantId,
    subject: user.id,
    details: { address: input.address },
    atMs: ports.clock.nowMs(),
  });
  const detail =
    factors.passkeys.length > 0 && isTotpCode(code ?? '')
      ? 'Use your passkey or a recovery code. Codes of the app are not accepted while you have a passkey.'
      : 'The code or passkey is wrong, or it was used before.';
  throw new Problem('second_factor_invalid', detail);
}

/** Without separators. */
const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

const isTotpCode = (code: string): boolean => /^\d{6}$/.test(plainCode(code));

/** The errors say what the user can give: the strongest factor, or a recovery code if that is a passkey. */
export function secondFactorRequired({ totp, passkeys }: Factors): Problem {
  const code = { pointer: '#/code', code: 'required', detail: 'Enter a code of your authenticator app.' } as const;
  const passkey = { pointer: '#/passkey', code: 'required', detail: 'Use your passkey.' } as const;
  const recovery = { ...code, detail: 'Enter a recovery code.' };
  return new Problem('second_factor_required', 'Confirm that it is you with your second factor.', {
    errors: passkeys.length > 0 ? [passkey, recovery] : [totp?.isConfirmed ? code : recovery],
  });
}

async function isCode(
  { clock, secondFactors, vault }: FactorPorts,
  { id }: Pick<User, 'id'>,
  { totp, passkeys }: Factors,
  { code, address, merchantId }: Omit<ProofInput, 'proof'> & { code: string },
): Promise<boolean> {
  const text = plainCode(code);
  if (isTotpCode(code)) {
    // A code can be phished, and a passkey cannot, so a user with a passkey has to use it.
    if (!totp?.isConfirmed || passkeys.length > 0) return false;
    const secret = vault.open(totp.sealedSecret, ['totp_secrets.sealed_secret', id]);
    const step = findTotpStep(secret, text, clock.nowMs());
    return step !== undefined && secondFactors.useTotpStep(id, step);
  }
  const audit = { actor: id, action: 'user.recovery_code_used', merchantId, subject: id };
  return secondFactors.useRecoveryCode(id, recoveryHash(text), { ...audit, details: { address }, atMs: clock.nowMs() });
}

/** Of a code without separators. */
export const recoveryHash = (text: string): string => digest('sha256', text, 'hex');
