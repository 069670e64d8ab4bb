import { expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { makeId } from '../../domain/ids.ts';
import { endpointCell } from '../../domain/secrets/sealed-cell.ts';
import { sealSecret } from './seal-secret.ts';

it('makes a secret of 24 random bytes that opens in the cell of its endpoint only', () => {
  const ports = createMemoryPorts();
  const [id, other] = [1, 2].map((time) => makeId('we', time, new Uint8Array(10)));
  const owner = { id: id as NonNullable<typeof id>, merchantId: makeId('mer', 1, new Uint8Array(10)), livemode: true };
  const { secret, sealedSecret } = sealSecret(ports, owner);
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(24);
  expect(ports.vault.open(sealedSecret, endpointCell('secret', owner))).toBe(secret);
  const elsewhere = { ...owner, id: other as NonNullable<typeof other> };
  expect(() => ports.vault.open(sealedSecret, endpointCell('secret', elsewhere))).toThrow();
  expect(() => ports.vault.open(sealedSecret, endpointCell('previous_secret', owner))).toThrow();
});
