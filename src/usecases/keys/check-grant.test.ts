import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../domain/keys/scope.ts';
import { checkGrant } from './check-grant.ts';

describe('checkGrant', () => {
  it('lets an owner give every scope', () => {
    expect(() => checkGrant('owner', SCOPES)).not.toThrow();
  });

  it('lets a developer give only what a developer may do', () => {
    expect(() => checkGrant('developer', ['payments:read', 'payments:write', 'webhooks:write'])).not.toThrow();
    expect(() => checkGrant('developer', ['payments:read', 'wallets:write'])).toThrow('wallets:write');
  });
});
