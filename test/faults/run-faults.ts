import { chooseTempFolder } from '../support/choose-temp-folder.ts';
import { CATALOG } from './catalog.ts';
import { FAULT_PACKAGES } from './needs.ts';
import { runCatalog } from './run-catalog.ts';

/** `npm run faults`: breaks everything around the service, one thing after the other, and checks that no money goes missing. */
process.env['TMPDIR'] ??= chooseTempFolder();
await runCatalog(CATALOG, FAULT_PACKAGES, process.argv.slice(2));
