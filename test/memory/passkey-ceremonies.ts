import type { PasskeyCeremonies } from '../../src/ports/passkey-ceremonies.ts';

/** What a browser of the tests answers: which credential, for which site, to which challenge. */
export interface PlainAnswer {
  id: string;
  origin: string;
  challenge: string;
}

/** WebAuthn without cryptography: an answer is right if it names the site and a challenge of the server. */
export const plainCeremonies: PasskeyCeremonies = {
  creationOptions: async ({ challenge }) => JSON.stringify({ challenge }),
  requestOptions: async ({ challenge }) => JSON.stringify({ challenge }),
  async verifyCreation(site, response, isChallenge) {
    const { id, origin, challenge } = JSON.parse(response) as PlainAnswer;
    if (origin !== site.origin || !isChallenge(challenge)) return undefined;
    return { credentialId: id, publicKey: Uint8Array.of(1), counter: 0, transports: [] };
  },
  credentialIdOf: (response) => (JSON.parse(response) as Partial<PlainAnswer>).id,
  async verifyRequest(site, response, passkey, isChallenge) {
    const { id, origin, challenge } = JSON.parse(response) as PlainAnswer;
    const fits = origin === site.origin && id === passkey.credentialId && isChallenge(challenge);
    return fits ? { counter: passkey.counter + 1 } : undefined;
  },
};
