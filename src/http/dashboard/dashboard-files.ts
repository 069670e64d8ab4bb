import { join } from 'node:path';
import { readFolder, type StaticFile } from '../server/static-files.ts';

const DIST = join(import.meta.dirname, '../../../web/dashboard/dist');

/** The build of the dashboard. */
export interface DashboardFiles {
  page: StaticFile;
  /** Each name contains a hash of the content. */
  assets: ReadonlyMap<string, StaticFile>;
}

/** Read once, when the server starts. Undefined if the dashboard was not built. */
export function readDashboardFiles(): DashboardFiles | undefined {
  const files = readFolder(DIST);
  const page = files.get('index.html');
  files.delete('index.html');
  return page && { page, assets: files };
}
