import { join } from 'node:path';
import { buildDashboard } from '../build.ts';
import { startMock } from './mock-api.ts';

/** `node web/dashboard/test/serve-mock.ts`: the dashboard without a server. Any e-mail, password "correct horse battery". */
const dist = join(import.meta.dirname, '../dist');
await buildDashboard(dist);
const { url } = await startMock(dist, { port: Number(process.env['PORT'] ?? 0) });
process.stdout.write(`${url}/dashboard/sign-in\n`);
