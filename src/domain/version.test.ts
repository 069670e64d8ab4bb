import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { SERVER_VERSION } from './version.ts';

it('is the version of the package', () => {
  expect(SERVER_VERSION).toBe(manifest.version);
});
