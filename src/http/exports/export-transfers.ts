import { Type } from 'typebox';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { transferStateQuery } from '../transfers/transfer-state-query.ts';
import { exportAnswer, writeExport } from './write-export.ts';

export const exportTransfers = defineRoute({
  id: 'exports.transfers',
  method: 'GET',
  path: '/{public_key}/exports/transfers.{export_format}',
  tag: 'Exports',
  summary: 'Export unmatched transfers',
  description: 'Streams all unmatched transfers that the filters choose, newest first, as CSV or as JSON lines.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Type.Object({ state: transferStateQuery }, closed),
  answers: exportAnswer,
  errors: ['not_found'],
}).handle((context, { principal, params, query }) => {
  const unassigned = query.state !== 'all';
  return writeExport(context, principal, 'transfers', params.export_format, (store) => store.transfers({ unassigned }));
});
