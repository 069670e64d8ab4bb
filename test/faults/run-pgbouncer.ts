import { chooseTempFolder } from '../support/choose-temp-folder.ts';
import { installPackages } from '../support/install-needs.ts';
import { BUILD_PACKAGES, buildPgbouncer } from './poolers/build-pgbouncer.ts';
import { pgbouncerFaults } from './poolers/pgbouncer-faults.ts';
import { runCatalog } from './run-catalog.ts';

/** `npm run lab:pgbouncer -- <git directory>`: builds PgBouncer and runs the service behind it. */
process.env['TMPDIR'] ??= chooseTempFolder();
const [gitDirectory, ...args] = process.argv.slice(2);
if (gitDirectory === undefined || gitDirectory.startsWith('--')) {
  console.error('Usage: npm run lab:pgbouncer -- <git directory of pgbouncer/pgbouncer> [options of npm run faults]');
  process.exitCode = 2;
} else {
  installPackages(BUILD_PACKAGES);
  await runCatalog(pgbouncerFaults(buildPgbouncer(gitDirectory)), [], args);
}
