import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { hasSecondFactor } from '../../usecases/sessions/check-second-factor.ts';
import { confirmTotp as confirmTotpUseCase } from '../../usecases/sessions/confirm-totp.ts';
import { issueRecoveryCodes } from '../../usecases/sessions/issue-recovery-codes.ts';
import { offerTotp as offerTotpUseCase } from '../../usecases/sessions/offer-totp.ts';
import { removeFactor } from '../../usecases/sessions/remove-factor.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from './confirm-session.ts';
import { exampleCode, examplePassword } from './examples.ts';
import { CodeBody, PasswordBody, RecoveryCodesSchema, TotpOfferSchema } from './security-schema.ts';

const password = { schema: PasswordBody, examples: { password: { summary: 'The password', value: examplePassword } } };
const code = { schema: CodeBody, examples: { code: { summary: 'A code', value: exampleCode } } };
const CONFIRMED = ['invalid_credentials', 'second_factor_required'] as const;
const ASK = 'Enter your password to change how you sign in.';

const offerTotp = defineRoute({
  id: 'totp.offer',
  method: 'POST',
  path: '/dashboard/api/totp',
  tag: 'Security',
  summary: 'Set up an authenticator app',
  description:
    'Returns a secret (RFC 6238: SHA-1, 6 digits, 30 seconds). It asks for nothing until a code has confirmed it.',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: password,
  answers: { 201: { description: 'Returns the secret, which is shown only once.', schema: TotpOfferSchema } },
  errors: [...CONFIRMED, 'invalid_state'],
}).handle(async (context, { signedIn, body }) => {
  await confirmSession(context, signedIn, body.value.password, ASK);
  return { status: 201, body: await offerTotpUseCase(context, signedIn) };
});

const confirmTotp = defineRoute({
  id: 'totp.confirm',
  method: 'POST',
  path: '/dashboard/api/totp/confirm',
  tag: 'Security',
  summary: 'Turn the authenticator app on',
  description:
    'From now on, every sign-in needs a code, a passkey or a recovery code. Wrong codes are counted per session.',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: code,
  answers: { 200: { description: 'Returns recovery codes.', schema: RecoveryCodesSchema } },
  errors: ['second_factor_invalid', 'invalid_state'],
}).handle(async (context, { signedIn, visit, body }) => {
  const input = { code: body.value.code, address: visit.address };
  return { status: 200, body: { recovery_codes: await confirmTotpUseCase(context, signedIn, input) } };
});

const removeTotp = defineRoute({
  id: 'totp.remove',
  method: 'POST',
  path: '/dashboard/api/totp/remove',
  tag: 'Security',
  summary: 'Remove the authenticator app',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: password,
  answers: { 204: { description: 'Codes of the app no longer work.' } },
  errors: [...CONFIRMED, 'not_found'],
}).handle(async (context, { signedIn, visit, body }) => {
  await confirmSession(context, signedIn, body.value.password, ASK);
  await removeFactor(context, signedIn, { totp: true }, visit.address);
  return { status: 204 };
});

const renewRecoveryCodes = defineRoute({
  id: 'recovery_codes.renew',
  method: 'POST',
  path: '/dashboard/api/recovery_codes',
  tag: 'Security',
  summary: 'Replace the recovery codes',
  description: `Returns ${LIMITS.recoveryCodes} new codes. The old ones no longer work.`,
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: password,
  answers: { 201: { description: 'Returns the codes, which are shown only once.', schema: RecoveryCodesSchema } },
  errors: [...CONFIRMED, 'invalid_state'],
}).handle(async (context, { signedIn, visit, body }) => {
  await confirmSession(context, signedIn, body.value.password, ASK);
  if (!hasSecondFactor(await context.secondFactors.find(signedIn.user.id))) {
    throw new Problem('invalid_state', 'Set up an authenticator app or a passkey first.');
  }
  return { status: 201, body: { recovery_codes: await issueRecoveryCodes(context, signedIn, visit.address) } };
});

export const totpRoutes = [offerTotp, confirmTotp, removeTotp, renewRecoveryCodes];
