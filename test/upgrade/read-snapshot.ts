import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Snapshot } from './api-types.ts';
import { FIXTURE_FILES } from './fixture.ts';

/** What the API of the version before showed of the fixture. */
export const readSnapshot = (): Snapshot =>
  JSON.parse(gunzipSync(readFileSync(FIXTURE_FILES.snapshot)).toString()) as Snapshot;
