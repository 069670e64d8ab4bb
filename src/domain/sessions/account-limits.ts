/** The limits of signing up, signing in and teams, which are part of `LIMITS`. */
export const ACCOUNT_LIMITS = {
  passwordLengthMin: 10,
  passwordLengthMax: 128,
  /** For any password that is sent, right or wrong. */
  passwordSentLengthMax: 1_024,
  /** Passwords that one process hashes at the same time. Node has four threads for this, for files and for names. */
  passwordsAtOnceMax: 3,
  /** Those that wait for it. Strangers wait behind users who are known; further ones of the same user count as strangers. */
  passwordsWaitingMax: 32,
  passwordsWaitingOfUserMax: 4,
  /** Shorter than `answerMsMax`, so that nothing is hashed for a client that has its answer. */
  passwordWaitMsMax: 4_000,
  /** How long the second factor of a session counts for what takes the password. */
  secondFactorFreshMs: 5 * 60_000,
  passkeyChallengeMs: 5 * 60_000,
  passkeysMax: 20,
  passkeyNameLengthMax: 64,
  passkeyResponseLengthMax: 16_384,
  recoveryCodes: 10,
  trustedDeviceMs: 30 * 24 * 3_600_000,
  trustedDevicesMax: 20,
  /** Address ranges of one API key. */
  allowedCidrsMax: 20,
  /** Members and open invitations together. */
  teamMembersMax: 100,
  invitationMs: 7 * 24 * 3_600_000,
  /** Emails with an invitation: that one merchant can cause, and to one address. */
  invitationMailsPerHour: 30,
  invitationMailsPerHourToAddress: 5,
  passwordResetMs: 3_600_000,
  /** Requests to reset a password: for one account, and of one client. */
  passwordResetsPerHour: 5,
  passwordResetsPerHourOfClient: 20,
  /** How long a session lasts after its last use. */
  sessionMs: 14 * 24 * 3_600_000,
  sessionSeenEveryMs: 60_000,
  /** How often a process checks whether the sessions of open event streams have ended. */
  sessionWatchMs: 3_000,
  /** Wrong passwords of one client for one account. */
  failedSignInsPerMinute: 10,
  failedSignInsPerMinuteOfClient: 30,
  /** Wrong passwords for one account, from clients that never signed in to it, before the next one must wait. */
  failedSignInsFree: 10,
  signInFailureCountedMs: 3_600_000,
  signInDelayMsMin: 1_000,
  signInDelayMsMax: 60_000,
  /** When there are more, the oldest are forgotten. */
  signInAttemptsMax: 100_000,
  /** How long failed sign-ins to accounts that do not exist stay in the audit log. */
  unknownSignInsKeptMs: 7 * 24 * 3_600_000,
  signUpsPerMinute: 10,
  familiarClientsMax: 20,
  familiarClientMs: 90 * 24 * 3_600_000,
} as const;
