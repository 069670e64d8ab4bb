export { announceExpiringKeys } from '../usecases/keys/announce-expiring-keys.ts';

export const ANNOUNCE_EXPIRING_KEYS_PAUSE_MS = 600_000;
