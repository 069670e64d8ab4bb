import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildCheckout } from '../web/checkout/build.ts';
import { buildDashboard } from '../web/dashboard/build.ts';

/** Builds what browsers load. `--if-missing` leaves alone what was built before. */
const WEB = join(import.meta.dirname, '../web');
const onlyMissing = process.argv.includes('--if-missing');

const parts = [
  { dist: join(WEB, 'checkout/dist'), proof: 'manifest.json', build: buildCheckout },
  { dist: join(WEB, 'dashboard/dist'), proof: 'index.html', build: buildDashboard },
];

for (const { dist, proof, build } of parts) {
  if (onlyMissing && existsSync(join(dist, proof))) continue;
  await build(dist);
  console.log(`Built ${dist}`);
}
