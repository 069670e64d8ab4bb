import type { BuiltFile } from '../build.ts';

/** The URL of a file that lies beside the script. */
export const fileUrl = ({ file }: Pick<BuiltFile, 'file'>): string => import.meta.url.replace(/[^/]*$/, file);
