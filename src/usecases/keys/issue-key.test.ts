import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { makeId } from '../../domain/ids.ts';
import { privateKeyMode, publicKeyMode } from '../../domain/keys/key.ts';
import { DEFAULT_SCOPES } from '../../domain/keys/scope.ts';
import { keyCell } from '../../domain/secrets/sealed-cell.ts';
import { API_VERSION } from '../../domain/version.ts';
import { issueKey } from './issue-key.ts';

const merchantId = makeId('mer', 1, new Uint8Array(10));

describe('issueKey', () => {
  it('makes a test pair whose private key can be revealed again', () => {
    const ports = createMemoryPorts();
    const { key, privateKey } = issueKey(ports, { merchantId, mode: 'test', name: 'Shop' });
    expect([publicKeyMode(key.publicKey), privateKeyMode(privateKey)]).toEqual(['test', 'test']);
    expect(key).toMatchObject({
      merchantId,
      livemode: false,
      name: 'Shop',
      scopes: DEFAULT_SCOPES.test,
      allowedCidrs: [],
      apiVersion: API_VERSION,
      createdAtMs: ports.clock.nowMs(),
      expiresAtMs: undefined,
      privateKeyHash: createHash('sha256').update(privateKey).digest('hex'),
      privateKeyEnd: privateKey.slice(-4),
    });
    expect(ports.vault.open(key.sealedPrivateKey ?? '', keyCell(key))).toBe(privateKey);
  });

  it('stores nothing of a live private key but its hash and its end', () => {
    const { key, privateKey } = issueKey(createMemoryPorts(), { merchantId, mode: 'live', name: 'Shop' });
    expect(key).toMatchObject({ livemode: true, sealedPrivateKey: undefined });
    expect(JSON.stringify(key)).not.toContain(privateKey);
  });

  it('takes every option', () => {
    const options = {
      publicKey: 'fpk_live_same',
      scopes: ['wallets:write'] as const,
      allowedCidrs: ['::/0'],
      apiVersion: 'old',
      expiresAtMs: 5,
    };
    const { key } = issueKey(createMemoryPorts(), { merchantId, mode: 'live', name: '', ...options });
    expect(key).toMatchObject(options);
  });

  it('never makes the same pair twice', () => {
    const ports = createMemoryPorts();
    const pairs = Array.from({ length: 20 }, () => issueKey(ports, { merchantId, mode: 'test', name: '' }));
    expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(20);
    expect(new Set(pairs.map(({ key }) => key.publicKey)).size).toBe(20);
  });
});
