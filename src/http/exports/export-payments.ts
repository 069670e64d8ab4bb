import { Type } from 'typebox';
import { intentFilterQuery, readIntentFilter } from '../intents/intent-filter.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exportAnswer, writeExport } from './write-export.ts';

export const exportPayments = defineRoute({
  id: 'exports.payments',
  method: 'GET',
  path: '/{public_key}/exports/payments.{export_format}',
  tag: 'Exports',
  summary: 'Export payment intents',
  description: 'Streams all payment intents that the filters choose, newest first, as CSV or as JSON lines.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Type.Object(intentFilterQuery, closed),
  answers: exportAnswer,
  errors: ['not_found'],
}).handle((context, { principal, params, query }) => {
  const filter = readIntentFilter(query);
  return writeExport(context, principal, 'payments', params.export_format, (store) => store.payments(filter));
});
