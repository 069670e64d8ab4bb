import { LIMITS } from '../../domain/limits.ts';
import { changePassword as changePasswordUseCase } from '../../usecases/sessions/change-password.ts';
import { confirmSecondFactor as confirmSecondFactorUseCase } from '../../usecases/sessions/confirm-second-factor.ts';
import { removeFactor } from '../../usecases/sessions/remove-factor.ts';
import { clientNetwork } from '../server/client-network.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from './confirm-session.ts';
import { exampleChangePassword, exampleCode } from './examples.ts';
import { passkeyRoutes, presentPasskey } from './passkey-routes.ts';
import { ChangePasswordBody, SecuritySchema } from './security-schema.ts';
import { ProofBody } from './session-schema.ts';
import { siteOf } from './site-of.ts';
import { totpRoutes } from './totp-routes.ts';

const getSecurity = defineRoute({
  id: 'security.get',
  method: 'GET',
  path: '/dashboard/api/security',
  tag: 'Security',
  summary: 'Retrieve the second factors',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns what the user has turned on.', schema: SecuritySchema } },
}).handle(async ({ clock, config, secondFactors }, { signedIn: { user } }) => {
  const [factors, devices] = await Promise.all([
    secondFactors.find(user.id),
    secondFactors.listDevices(user.id, clock.nowMs()),
  ]);
  return {
    status: 200,
    body: {
      totp: factors.totp?.isConfirmed === true,
      passkeys: factors.passkeys.map(presentPasskey),
      passkeys_available: siteOf(config.baseUrl) !== undefined,
      recovery_codes_left: factors.recoveryCodesLeft,
      trusted_devices: devices.map(({ id, createdAtMs, expiresAtMs, address, userAgent }) => ({
        id,
        created_at: new Date(createdAtMs).toISOString(),
        expires_at: new Date(expiresAtMs).toISOString(),
        address,
        user_agent: userAgent,
      })),
    },
  };
});

const changePassword = defineRoute({
  id: 'password.change',
  method: 'POST',
  path: '/dashboard/api/password',
  tag: 'Security',
  summary: 'Change the password',
  description: 'Ends all other sessions of the user.',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: {
    schema: ChangePasswordBody,
    examples: { change: { summary: 'The old and the new password', value: exampleChangePassword } },
  },
  answers: { 204: { description: 'The new password counts.' } },
  errors: ['invalid_credentials', 'second_factor_required'],
}).handle(async (context, { signedIn, visit, body }) => {
  const { password, new_password: next } = body.value;
  await confirmSession(context, signedIn, password, 'Enter your current password.');
  await changePasswordUseCase(context, signedIn, { password: next, address: visit.address });
  return { status: 204 };
});

const confirmSecondFactor = defineRoute({
  id: 'session.confirm_second_factor',
  method: 'POST',
  path: '/dashboard/api/session/second_factor',
  tag: 'Security',
  summary: 'Give the second factor again',
  description:
    `Requests that take the password need the second factor, too, given within the last ` +
    `${LIMITS.secondFactorFreshMs / 60_000} minutes of the session. Wrong codes are counted per session, ` +
    'and per user until the session has given the second factor.',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: { schema: ProofBody, examples: { code: { summary: 'A code', value: exampleCode } } },
  answers: { 204: { description: 'The second factor was right.' } },
  errors: ['second_factor_required', 'second_factor_invalid'],
}).handle(async (context, { signedIn, visit, body }) => {
  const site = siteOf(context.config.baseUrl);
  await confirmSecondFactorUseCase(context, signedIn, {
    proof: body.value,
    site,
    address: visit.address,
    network: clientNetwork(visit.address),
  });
  return { status: 204 };
});

const forgetDevice = defineRoute({
  id: 'trusted_devices.forget',
  method: 'DELETE',
  path: '/dashboard/api/trusted_devices/{device_id}',
  tag: 'Security',
  summary: 'Forget a trusted device',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  answers: { 204: { description: 'The device needs the second factor again.' } },
}).handle(async (context, { signedIn, visit, params }) => {
  await removeFactor(context, signedIn, { device: params.device_id }, visit.address);
  return { status: 204 };
});

export const securityRoutes = [
  getSecurity,
  changePassword,
  confirmSecondFactor,
  ...totpRoutes,
  ...passkeyRoutes,
  forgetDevice,
];
