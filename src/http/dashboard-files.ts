import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder, type StaticFile } from './static-files.ts';

const DIST = join(import.meta.dirname, '../../web/dashboard/dist');

/** What was built of the dashboard, by exact name: nothing that a client sends is ever made into a path. */
export interface DashboardFiles {
  page: StaticFile;
  /** Beside the page, such as an icon. */
  beside: ReadonlyMap<string, StaticFile>;
  /** With a hash of their content in their names. */
  assets: ReadonlyMap<string, StaticFile>;
}

/** Read once, when the server starts; undefined where the dashboard was not built. */
export function readDashboardFiles(): DashboardFiles | undefined {
  if (!existsSync(join(DIST, 'index.html'))) return undefined;
  const beside = readFolder(DIST);
  const page = beside.get('index.html');
  return page && { page, beside, assets: readFolder(join(DIST, 'assets')) };
}
