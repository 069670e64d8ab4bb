import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { IsChallenge, PasskeyCeremonies } from '../ports/passkey-ceremonies.ts';

/** Loaded with the first passkey: its 280 modules would be two fifths of the time that a command takes to load. */
const library = () => import('@simplewebauthn/server');

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** The library hands over the challenge in base64url. */
const decoded = (isChallenge: IsChallenge) => (challenge: string) =>
  isChallenge(Buffer.from(challenge, 'base64url').toString());

const transportsOf = (transports: readonly string[]) => [...transports] as AuthenticatorTransport[];

/** In base64url, with at most the 1,023 bytes that WebAuthn allows. The answer is a client's, so it can say anything. */
const isCredentialId = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{1,1364}$/.test(id);

/** WebAuthn has seven, and may get more. */
const TRANSPORTS_MAX = 16;

/** The names of transports are stored, and no signature covers them. */
const isTransport = (name: unknown): boolean => typeof name === 'string' && /^[a-z0-9-]{1,32}$/.test(name);

export const passkeyCeremonies: PasskeyCeremonies = {
  async creationOptions({ site, challenge, userId, email, known }) {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: 'Florin',
      rpID: site.id,
      userID: bytes(userId),
      userName: email,
      challenge: bytes(challenge),
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({
        id,
        transports: transportsOf(transports),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return JSON.stringify(options);
  },

  async requestOptions({ site, challenge }) {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      challenge: bytes(challenge),
      userVerification: 'required',
    });
    return JSON.stringify(options);
  },

  async verifyCreation(site, response, isChallenge) {
    const { verifyRegistrationResponse } = await library();
    return orUndefined(async () => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: JSON.parse(response) as RegistrationResponseJSON,
        expectedChallenge: decoded(isChallenge),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: true,
      });
      if (!verified) return undefined;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      if (!isCredentialId(id)) return undefined;
      return {
        credentialId: id,
        publicKey,
        counter,
        transports: transports.filter(isTransport).slice(0, TRANSPORTS_MAX),
      };
    });
  },

  credentialIdOf(response) {
    try {
      const { id } = JSON.parse(response) as { id?: unknown };
      return isCredentialId(id) ? id : undefined;
    } catch {
      return undefined;
    }
  },

  async verifyRequest(site, response, passkey, isChallenge) {
    const { verifyAuthenticationResponse } = await library();
    return orUndefined(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: JSON.parse(response) as AuthenticationResponseJSON,
        expectedChallenge: decoded(isChallenge),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
          transports: transportsOf(passkey.transports),
        },
        requireUserVerification: true,
      });
      return verified ? { counter: authenticationInfo.newCounter } : undefined;
    });
  },
};

/** The library throws for whatever is wrong with an answer, and nobody outside needs to know what it is. */
async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
