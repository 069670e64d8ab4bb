import { LIMITS } from '../limits.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * How far event numbers move on after a restore, so that none is issued twice: once for every day since the backup that has
 * begun, because the number of lost events grows with its age.
 */
export const eventNumberJump = (backupAtMs: number, nowMs: number): number =>
  LIMITS.restoredEventNumbers * (1 + Math.floor(Math.max(0, nowMs - backupAtMs) / DAY_MS));

/**
 * Until when no exact amount is issued after a restore. Amounts issued after the backup are unknown, so another intent
 * could get the same one while their payers still pay. They are held as long as the longest of the backup.
 */
export const amountsHeldUntil = (longestHoldMs: number, nowMs: number): number =>
  nowMs + Math.max(longestHoldMs, LIMITS.restoredAmountsHeldMsMin);

/**
 * The fencing token of a lease after a restore: higher than any that was issued since the backup, also by a server that ran
 * on an earlier restore of the same backup. A lease changes its holder less than once a second.
 */
export const leaseTokenFrom = (nowMs: number): number => Math.floor(nowMs / 1_000);
