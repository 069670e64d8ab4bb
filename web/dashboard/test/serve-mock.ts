import { join } from 'node:path';
import { buildDashboard } from '../build.ts';
import { startMockServer } from './mock-server.ts';

/** Run `node web/dashboard/test/serve-mock.ts` for the dashboard without a server. Any email, password "correct horse battery". */
const dist = join(import.meta.dirname, '../dist');
await buildDashboard(dist);
const { url } = await startMockServer(dist, { port: Number(process.env['PORT'] ?? 0) });
process.stdout.write(`${url}/dashboard/sign-in\n`);
