import { expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { reportRole } from '../../workers/report-role.ts';
import { viewRoles } from './view-roles.ts';

it('a role is running until 15 s after the last report of any process', async () => {
  const ports = createMemoryPorts();
  const nowMs = ports.clock.nowMs();
  const at = (afterMs: number) => ({ ...ports, clock: { ...ports.clock, nowMs: () => nowMs + afterMs } });
  await reportRole(at(0), 'watcher', 'a');
  await reportRole(at(5_000), 'watcher', 'b');
  expect(await viewRoles(at(14_999))).toEqual([
    { role: 'watcher', isRunning: true },
    { role: 'deliverer', isRunning: false },
  ]);
  expect((await viewRoles(at(15_000))).map(({ isRunning }) => isRunning)).toEqual([false, false]);
  await reportRole(at(15_000), 'watcher', 'b');
  expect((await viewRoles(at(29_999))).map(({ isRunning }) => isRunning)).toEqual([true, false]);
});
