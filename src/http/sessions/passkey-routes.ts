import type { Static } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Site } from '../../ports/passkey-ceremonies.ts';
import type { Passkey } from '../../ports/second-factors.ts';
import { addPasskey as addPasskeyUseCase } from '../../usecases/sessions/add-passkey.ts';
import { makeChallenge } from '../../usecases/sessions/passkey-challenge.ts';
import { removeFactor } from '../../usecases/sessions/remove-factor.ts';
import { signInWithPasskey } from '../../usecases/sessions/sign-in-with-passkey.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from './confirm-session.ts';
import { exampleAddPasskey, examplePasskeySignIn, examplePassword } from './examples.ts';
import { answerNewSession, clientOf } from './present-session.ts';
import {
  AddPasskeyBody,
  NewPasskeySchema,
  PasskeyOptionsSchema,
  type PasskeySchema,
  PasskeySignInBody,
  PasswordBody,
} from './security-schema.ts';
import { requireCookie } from './session-cookie.ts';
import { SignedInSchema } from './session-schema.ts';
import { siteOf } from './site-of.ts';

const password = { schema: PasswordBody, examples: { password: { summary: 'The password', value: examplePassword } } };
const CONFIRMED = ['invalid_credentials', 'second_factor_required'] as const;

export const presentPasskey = ({ id, name, createdAtMs, lastUsedAtMs }: Passkey): Static<typeof PasskeySchema> => ({
  id,
  name,
  created_at: new Date(createdAtMs).toISOString(),
  last_used_at: lastUsedAtMs === undefined ? null : new Date(lastUsedAtMs).toISOString(),
});

function requireSite(baseUrl: string): Site {
  const site = siteOf(baseUrl);
  if (site) return site;
  throw new Problem(
    'invalid_state',
    'Passkeys need a host name. Set FLORIN_BASE_URL to one, such as http://localhost:3000.',
  );
}

const offerPasskey = defineRoute({
  id: 'passkeys.offer',
  method: 'POST',
  path: '/dashboard/api/passkeys/options',
  tag: 'Security',
  summary: 'Begin to add a passkey',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: password,
  answers: { 200: { description: 'Returns the options for the browser.', schema: PasskeyOptionsSchema } },
  errors: [...CONFIRMED, 'invalid_state'],
}).handle(async (context, { signedIn, body }) => {
  const site = requireSite(context.config.baseUrl);
  await confirmSession(context, signedIn, body.value.password, 'Enter your password to add a passkey.');
  const { id: userId, email } = signedIn.user;
  const { passkeys: known } = await context.secondFactors.find(userId);
  const challenge = makeChallenge(context, userId);
  const options = await context.passkeyCeremonies.creationOptions({ site, challenge, userId, email, known });
  return { status: 200, body: { options } };
});

const addPasskey = defineRoute({
  id: 'passkeys.add',
  method: 'POST',
  path: '/dashboard/api/passkeys',
  tag: 'Security',
  summary: 'Add a passkey',
  description: `The response to the options, within ${LIMITS.passkeyChallengeMs / 60_000} minutes. A user has at most ${LIMITS.passkeysMax} passkeys.`,
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: { schema: AddPasskeyBody, examples: { add: { summary: 'A new passkey', value: exampleAddPasskey } } },
  answers: { 201: { description: 'Returns the passkey, and recovery codes.', schema: NewPasskeySchema } },
  errors: ['second_factor_invalid', 'invalid_state'],
}).handle(async (context, { signedIn, visit, body }) => {
  const input = { ...body.value, site: siteOf(context.config.baseUrl), address: visit.address };
  const { passkey, recoveryCodes } = await addPasskeyUseCase(context, signedIn, input);
  return { status: 201, body: { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes } };
});

const removePasskey = defineRoute({
  id: 'passkeys.remove',
  method: 'POST',
  path: '/dashboard/api/passkeys/{passkey_id}/remove',
  tag: 'Security',
  summary: 'Remove a passkey',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: password,
  answers: { 204: { description: 'The passkey no longer works.' } },
  errors: CONFIRMED,
}).handle(async (context, { signedIn, visit, params, body }) => {
  await confirmSession(context, signedIn, body.value.password, 'Enter your password to remove a passkey.');
  await removeFactor(context, signedIn, { passkey: params.passkey_id }, visit.address);
  return { status: 204 };
});

const offerPasskeySignIn = defineRoute({
  id: 'passkeys.challenge',
  method: 'POST',
  path: '/dashboard/api/passkeys/challenge',
  tag: 'Security',
  summary: 'Begin to use a passkey',
  description: 'Its response signs in alone, or is the second factor of a sign-in with the password. It counts once.',
  access: 'visitor',
  answers: { 200: { description: 'Returns the options for the browser.', schema: PasskeyOptionsSchema } },
  errors: ['invalid_state'],
}).handle(async (context) => {
  const site = requireSite(context.config.baseUrl);
  const challenge = makeChallenge(context, 'anybody');
  return { status: 200, body: { options: await context.passkeyCeremonies.requestOptions({ site, challenge }) } };
});

const signInByPasskey = defineRoute({
  id: 'session.sign_in_with_passkey',
  method: 'POST',
  path: '/dashboard/api/sign_in/passkey',
  tag: 'Security',
  summary: 'Sign in with a passkey',
  description: 'The authenticator must have verified the user. Failures count as those of a sign-in.',
  access: 'visitor',
  body: { schema: PasskeySignInBody, examples: { sign_in: { summary: 'A passkey', value: examplePasskeySignIn } } },
  answers: { 200: { description: 'Returns the signed-in user.', schema: SignedInSchema } },
  errors: ['second_factor_invalid', 'insecure_connection'],
}).handle(async (context, { body, visit }) => {
  requireCookie(context.config.baseUrl);
  const site = siteOf(context.config.baseUrl);
  const { token } = await signInWithPasskey(context, { response: body.value.response, site, client: clientOf(visit) });
  return answerNewSession(context, 200, token);
});

export const passkeyRoutes = [offerPasskey, addPasskey, removePasskey, offerPasskeySignIn, signInByPasskey];
