import { expect, it } from 'vitest';
import { unusableNetwork } from './unusable-network.ts';

it('says at the network why it cannot be used', () => {
  expect(unusableNetwork('There is no network gold.')).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '#/network', code: 'invalid_value', detail: 'There is no network gold.' }],
  });
});
