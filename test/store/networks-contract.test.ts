import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { NOW_MS } from './sample-rows.ts';

const away = (sinceMs: number, message = 'no answer') => ({ kind: 'away' as const, message, sinceMs });

describe.each(controlPlanes())('networks in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const find = async (network: string) =>
    (await opened.control.networks.list()).find((report) => report.network === network);

  it('lists the last report of each network, by name', async () => {
    const { networks } = opened.control;
    const first = { network: 'b', tipHeight: 7, scannedUntilMs: NOW_MS, reportedAtMs: NOW_MS, fault: undefined };
    const second = { ...first, network: 'a', tipHeight: undefined, scannedUntilMs: undefined, fault: away(NOW_MS) };
    await networks.report(first);
    await networks.report(second);
    expect(await networks.list()).toEqual([second, first]);
    const later = { ...first, tipHeight: 9, scannedUntilMs: NOW_MS + 1, reportedAtMs: NOW_MS + 2 };
    await networks.report(later);
    expect(await find('b')).toEqual(later);
  });

  it('keeps how far a network was read when a report does not say', async () => {
    const { networks } = opened.control;
    const report = { network: 'c', tipHeight: 7, scannedUntilMs: NOW_MS, reportedAtMs: NOW_MS, fault: undefined };
    await networks.report(report);
    const silent = { ...report, tipHeight: undefined, scannedUntilMs: undefined, reportedAtMs: NOW_MS + 1_000 };
    await networks.report({ ...silent, fault: away(NOW_MS) });
    expect(await find('c')).toEqual({ ...report, reportedAtMs: NOW_MS + 1_000, fault: away(NOW_MS) });
  });

  it('never takes back how far a network was read', async () => {
    const { networks } = opened.control;
    const report = { network: 'e', tipHeight: 7, scannedUntilMs: NOW_MS, reportedAtMs: NOW_MS, fault: undefined };
    await networks.report(report);
    await networks.report({ ...report, scannedUntilMs: NOW_MS - 60_000, reportedAtMs: NOW_MS + 1_000 });
    expect(await find('e')).toEqual({ ...report, reportedAtMs: NOW_MS + 1_000 });
  });

  it('keeps the nodes of the last report, and the time of the newest block with its height', async () => {
    const { networks } = opened.control;
    const report = { network: 'f', scannedUntilMs: NOW_MS, reportedAtMs: NOW_MS, fault: undefined };
    const nodes = [
      { name: 'one.example', state: 'slowed', reason: 'limits the rate of calls (HTTP 429)', callsPerSecond: 2.5 },
      { name: 'two.example', state: 'ok', reason: undefined },
    ] as const;
    await networks.report({ ...report, tipHeight: 7, tipTimeMs: NOW_MS - 1_000, nodes });
    expect(await find('f')).toEqual({ ...report, tipHeight: 7, tipTimeMs: NOW_MS - 1_000, nodes });
    await networks.report({ ...report, tipHeight: undefined, nodes: nodes.slice(1) });
    expect(await find('f')).toEqual({ ...report, tipHeight: 7, tipTimeMs: NOW_MS - 1_000, nodes: nodes.slice(1) });
    await networks.report({ ...report, tipHeight: 8 });
    expect(await find('f')).toEqual({ ...report, tipHeight: 8, tipTimeMs: undefined });
  });

  it('knows since when a fault lasts, until it is gone or another one begins', async () => {
    const { networks } = opened.control;
    const report = { network: 'd', tipHeight: 1, scannedUntilMs: NOW_MS, reportedAtMs: NOW_MS };
    await networks.report({ ...report, fault: away(NOW_MS) });
    await networks.report({ ...report, fault: away(NOW_MS + 5, 'still no answer') });
    expect((await find('d'))?.fault).toEqual(away(NOW_MS, 'still no answer'));
    const distrusted = { kind: 'distrusted' as const, message: 'impossible', sinceMs: NOW_MS + 6 };
    await networks.report({ ...report, fault: distrusted });
    expect((await find('d'))?.fault).toEqual(distrusted);
    await networks.report({ ...report, fault: undefined });
    expect((await find('d'))?.fault).toBeUndefined();
    await networks.report({ ...report, fault: away(NOW_MS + 8) });
    expect((await find('d'))?.fault).toEqual(away(NOW_MS + 8));
  });
});
