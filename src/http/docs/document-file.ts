import { jsonFile, makeOnce } from '../server/static-files.ts';
import type { OpenApiDocument } from './open-api-types.ts';

/** A document has hundreds of kilobytes, so it is serialized once. */
export const documentFile = makeOnce((document: OpenApiDocument) => jsonFile<object>(document));
