import { docsPages } from './get-docs.ts';
import { docsAssets } from './get-docs-asset.ts';
import { getOpenapi } from './get-openapi.ts';
import { getSessionOpenapi } from './get-session-openapi.ts';

export const docsRoutes = [getOpenapi, getSessionOpenapi, ...docsPages, ...docsAssets];
