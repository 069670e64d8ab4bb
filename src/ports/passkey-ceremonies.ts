import type { Passkey } from './second-factors.ts';

/** Which site a passkey belongs to. */
export interface Site {
  /** The host name. */
  id: string;
  origin: string;
}

export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** WebAuthn: options for the browser and what the browser answers, both as JSON. */
export interface PasskeyCeremonies {
  creationOptions(input: {
    site: Site;
    challenge: string;
    userId: string;
    email: string;
    /** Credentials that the user already has. */
    known: readonly Pick<Passkey, 'credentialId' | 'transports'>[];
  }): Promise<string>;
  requestOptions(input: { site: Site; challenge: string }): Promise<string>;
  /** Undefined unless the answer is for this site and challenge, and the authenticator verified the user. */
  verifyCreation(site: Site, response: string, isChallenge: IsChallenge): Promise<NewCredential | undefined>;
  /** The credential that an answer claims to come from. */
  credentialIdOf(response: string): string | undefined;
  /** The new counter; undefined unless the answer is for this site and challenge, from this passkey and a verified user. */
  verifyRequest(
    site: Site,
    response: string,
    passkey: Passkey,
    isChallenge: IsChallenge,
  ): Promise<{ counter: number } | undefined>;
}

/** Whether a challenge is one that this server made. */
export type IsChallenge = (challenge: string) => boolean;
