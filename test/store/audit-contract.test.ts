import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { newId, sampleAudit } from './sample-rows.ts';

describe.each(controlPlanes())('the audit log in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('keeps entries in order, with details as JSON', async () => {
    const first = sampleAudit('b', { merchantId: newId('mer'), details: { list: [1, 'two'], deep: { none: null } } });
    const second = sampleAudit('a', { atMs: 0 });
    await opened.control.audit.record(first);
    await opened.control.audit.record({ ...second, details: { left: undefined } });
    expect(await opened.readAudit()).toEqual([first, second]);
  });
});
