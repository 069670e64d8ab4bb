import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revealApiKey } from './reveal-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';

export const keyRoutes = [listApiKeys, createApiKey, rollApiKey, revokeApiKey, revealApiKey];
