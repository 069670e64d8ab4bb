import { join } from 'node:path';
import { readFolder, type StaticFile } from '../server/static-files.ts';

const DIST = join(import.meta.dirname, '../../../web/dashboard/dist');

/** What was built of the dashboard. */
export interface DashboardFiles {
  page: StaticFile;
  /** With a hash of their content in their names. */
  assets: ReadonlyMap<string, StaticFile>;
}

/** Read once, when the server starts; undefined where the dashboard was not built. */
export function readDashboardFiles(): DashboardFiles | undefined {
  const files = readFolder(DIST);
  const page = files.get('index.html');
  files.delete('index.html');
  return page && { page, assets: files };
}
