import type { DeviceId, PasskeyId, UserId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';

export interface Passkey {
  id: PasskeyId;
  userId: UserId;
  /** What the authenticator calls it, in base64url. */
  credentialId: string;
  publicKey: Uint8Array;
  /** How often the authenticator says it was used; 0 if it does not count. */
  counter: number;
  transports: readonly string[];
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number | undefined;
}

/** A device that skips the second factor, but not the password. */
export interface TrustedDevice {
  id: DeviceId;
  userId: UserId;
  /** SHA-256 of the token in the cookie, in hex. */
  tokenHash: string;
  createdAtMs: number;
  expiresAtMs: number;
  address: string;
  userAgent: string;
}

/** What a user has turned on. */
export interface Factors {
  totp: { sealedSecret: string; isConfirmed: boolean } | undefined;
  passkeys: readonly Passkey[];
  recoveryCodesLeft: number;
}

/** When the last factor of a user is removed, recovery codes and trusted devices go with it. */
export interface SecondFactors {
  find(userId: UserId): Promise<Factors>;
  /** Replaces a secret that was not confirmed. False if one was. */
  saveTotp(userId: UserId, sealedSecret: string, atMs: number): Promise<boolean>;
  /** Turns a secret on, with the step of the code that confirms it. False if there is none, or it is on already. */
  confirmTotp(userId: UserId, step: number, audit: AuditEntry): Promise<boolean>;
  /** False if a code of this step or a later one was used before. */
  useTotpStep(userId: UserId, step: number): Promise<boolean>;
  removeTotp(userId: UserId, audit: AuditEntry): Promise<boolean>;
  replaceRecoveryCodes(userId: UserId, hashes: readonly string[], audit: AuditEntry): Promise<void>;
  /** False if there is no such code, or it was used before. */
  useRecoveryCode(userId: UserId, hash: string, audit: AuditEntry): Promise<boolean>;
  /**
   * False if another passkey has the credential, or there are too many. The first passkey forgets trusted devices, and when the
   * sessions of the user gave the second factor, because both may come from a code of the app.
   */
  addPasskey(passkey: Passkey, audit: AuditEntry): Promise<boolean>;
  findPasskey(credentialId: string): Promise<Passkey | undefined>;
  notePasskeyUse(id: PasskeyId, counter: number, atMs: number): Promise<void>;
  removePasskey(userId: UserId, id: PasskeyId, audit: AuditEntry): Promise<boolean>;
  /** False if the challenge was used before. */
  useChallenge(hash: string, expiresAtMs: number): Promise<boolean>;
  trustDevice(device: TrustedDevice, audit: AuditEntry): Promise<void>;
  isTrusted(userId: UserId, tokenHash: string, nowMs: number): Promise<boolean>;
  /** Newest first. */
  listDevices(userId: UserId, nowMs: number): Promise<TrustedDevice[]>;
  revokeDevice(userId: UserId, id: DeviceId, audit: AuditEntry): Promise<boolean>;
  deleteExpired(nowMs: number): Promise<void>;
}
