import { getDocs } from './get-docs.ts';
import { docsAssets } from './get-docs-asset.ts';
import { getErrorDoc } from './get-error-doc.ts';
import { getOpenapi } from './get-openapi.ts';
import { getSchemaDocs } from './get-schema-docs.ts';
import { getSessionOpenapi } from './get-session-openapi.ts';
import { listErrorDocs } from './list-error-docs.ts';

export const docsRoutes = [
  getOpenapi,
  getSessionOpenapi,
  getDocs,
  getSchemaDocs,
  listErrorDocs,
  getErrorDoc,
  ...docsAssets,
];
