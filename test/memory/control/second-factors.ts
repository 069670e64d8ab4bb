import type { UserId } from '../../../src/domain/ids.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import type { SecondFactors } from '../../../src/ports/second-factors.ts';
import { byId, type ControlTables, checkReference, writeAudit } from './tables.ts';

export function memorySecondFactors(tables: ControlTables): SecondFactors {
  const { totp, passkeys, trustedDevices, usedChallenges } = tables;
  const passkeysOf = (userId: UserId) => byId(passkeys.values()).filter((one) => one.userId === userId);
  const devicesOf = (userId: UserId) =>
    byId(trustedDevices.values())
      .filter((one) => one.userId === userId)
      .toReversed();
  const setCodes = (userId: UserId, hashes: readonly string[]) => {
    const others = tables.recoveryCodes.filter((one) => one.userId !== userId);
    tables.recoveryCodes.splice(0, Infinity, ...others, ...hashes.map((hash) => ({ userId, hash, isUsed: false })));
  };
  const deleteUnneeded = (userId: UserId) => {
    if (totp.get(userId)?.isConfirmed || passkeysOf(userId).length > 0) return;
    setCodes(userId, []);
    for (const { id } of devicesOf(userId)) trustedDevices.delete(id);
  };
  const forgetWeakerProofs = (userId: UserId) => {
    for (const { id } of devicesOf(userId)) trustedDevices.delete(id);
    for (const session of tables.sessions.values()) {
      if (session.userId === userId) tables.sessions.set(session.id, { ...session, secondFactorAtMs: undefined });
    }
  };
  return {
    async find(userId) {
      const found = totp.get(userId);
      return {
        totp: found && { sealedSecret: found.sealedSecret, isConfirmed: found.isConfirmed },
        passkeys: passkeysOf(userId),
        recoveryCodesLeft: tables.recoveryCodes.filter((one) => one.userId === userId && !one.isUsed).length,
      };
    },

    async saveTotp(userId, sealedSecret) {
      checkReference(tables.users.has(userId), `user ${userId}`);
      if (totp.get(userId)?.isConfirmed) return false;
      totp.set(userId, { sealedSecret, isConfirmed: false, lastStep: 0 });
      return true;
    },

    async confirmTotp(userId, step, audit) {
      const found = totp.get(userId);
      if (!found || found.isConfirmed) return false;
      totp.set(userId, { ...found, isConfirmed: true, lastStep: step });
      writeAudit(tables, audit);
      return true;
    },

    async useTotpStep(userId, step) {
      const found = totp.get(userId);
      if (!found?.isConfirmed || found.lastStep >= step) return false;
      totp.set(userId, { ...found, lastStep: step });
      return true;
    },

    async removeTotp(userId, audit) {
      if (!totp.delete(userId)) return false;
      deleteUnneeded(userId);
      writeAudit(tables, audit);
      return true;
    },

    async replaceRecoveryCodes(userId, hashes, audit) {
      setCodes(userId, hashes);
      writeAudit(tables, audit);
    },

    async useRecoveryCode(userId, hash, audit) {
      const index = tables.recoveryCodes.findIndex((one) => one.userId === userId && one.hash === hash && !one.isUsed);
      if (index < 0) return false;
      tables.recoveryCodes[index] = { userId, hash, isUsed: true };
      writeAudit(tables, audit);
      return true;
    },

    async addPasskey(passkey, audit) {
      const isKnown = [...passkeys.values()].some(({ credentialId }) => credentialId === passkey.credentialId);
      if (isKnown || passkeysOf(passkey.userId).length >= LIMITS.passkeysMax) return false;
      if (passkeysOf(passkey.userId).length === 0) forgetWeakerProofs(passkey.userId);
      passkeys.set(passkey.id, passkey);
      writeAudit(tables, audit);
      return true;
    },

    findPasskey: async (credentialId) => [...passkeys.values()].find((one) => one.credentialId === credentialId),

    async notePasskeyUse(id, counter, atMs) {
      const found = passkeys.get(id);
      if (found) passkeys.set(id, { ...found, counter: Math.max(found.counter, counter), lastUsedAtMs: atMs });
    },

    async removePasskey(userId, id, audit) {
      if (passkeys.get(id)?.userId !== userId) return false;
      passkeys.delete(id);
      deleteUnneeded(userId);
      writeAudit(tables, audit);
      return true;
    },

    async useChallenge(hash, expiresAtMs) {
      if (usedChallenges.has(hash)) return false;
      usedChallenges.set(hash, expiresAtMs);
      return true;
    },

    async trustDevice(device, audit) {
      trustedDevices.set(device.id, device);
      for (const { id } of devicesOf(device.userId).slice(LIMITS.trustedDevicesMax)) trustedDevices.delete(id);
      writeAudit(tables, audit);
    },

    isTrusted: async (userId, tokenHash, nowMs) =>
      devicesOf(userId).some((one) => one.tokenHash === tokenHash && one.expiresAtMs > nowMs),

    listDevices: async (userId, nowMs) => devicesOf(userId).filter((one) => one.expiresAtMs > nowMs),

    async revokeDevice(userId, id, audit) {
      if (trustedDevices.get(id)?.userId !== userId) return false;
      trustedDevices.delete(id);
      writeAudit(tables, audit);
      return true;
    },

    async deleteExpired(nowMs) {
      for (const [hash, expiresAtMs] of usedChallenges) if (expiresAtMs <= nowMs) usedChallenges.delete(hash);
      for (const { id, expiresAtMs } of trustedDevices.values()) if (expiresAtMs <= nowMs) trustedDevices.delete(id);
    },
  };
}
