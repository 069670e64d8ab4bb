import { expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { reportRole } from '../../workers/report-role.ts';
import { viewRoles } from './view-roles.ts';

it('a role is running until 15 s after the last report of any process', async () => {
  const ports = createMemoryPorts();
  const running = async () => (await viewRoles(ports)).filter(({ isRunning }) => isRunning).map(({ role }) => role);
  await reportRole(ports, 'watcher', 'a');
  ports.clock.advance(5_000);
  await reportRole(ports, 'watcher', 'b');
  ports.clock.advance(9_999);
  expect(await running()).toEqual(['watcher']);
  ports.clock.advance(1);
  expect(await running()).toEqual([]);
  await reportRole(ports, 'watcher', 'b');
  await reportRole(ports, 'deliverer', 'b');
  expect(await running()).toEqual(['watcher', 'deliverer']);
});
