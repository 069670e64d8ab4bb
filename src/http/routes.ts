import type { Route } from './route.ts';
import { cancelIntent } from './routes/cancel-intent.ts';
import { createIntent } from './routes/create-intent.ts';
import { createItem } from './routes/create-item.ts';
import { deleteItem } from './routes/delete-item.ts';
import { getDocs } from './routes/get-docs.ts';
import { docsAssets } from './routes/get-docs-asset.ts';
import { getErrorDoc } from './routes/get-error-doc.ts';
import { getHealthz } from './routes/get-healthz.ts';
import { getIntent } from './routes/get-intent.ts';
import { getInvoice } from './routes/get-invoice.ts';
import { getInvoiceStyle } from './routes/get-invoice-style.ts';
import { getMetrics } from './routes/get-metrics.ts';
import { getOpenapi } from './routes/get-openapi.ts';
import { getReadyz } from './routes/get-readyz.ts';
import { getRoot } from './routes/get-root.ts';
import { listAssets } from './routes/list-assets.ts';
import { listCurrencies } from './routes/list-currencies.ts';
import { listErrorDocs } from './routes/list-error-docs.ts';
import { listIntents } from './routes/list-intents.ts';
import { listItems } from './routes/list-items.ts';
import { putItem } from './routes/put-item.ts';

/** Every endpoint, in the order in which the documentation shows them. */
export const routes: readonly Route[] = [
  createIntent,
  getIntent,
  listIntents,
  cancelIntent,
  getInvoice,
  listItems,
  createItem,
  putItem,
  deleteItem,
  listCurrencies,
  listAssets,
  getHealthz,
  getReadyz,
  getMetrics,
  getOpenapi,
  getRoot,
  getDocs,
  listErrorDocs,
  getErrorDoc,
  ...docsAssets,
  getInvoiceStyle,
];
