import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { getIntent } from '../../usecases/intents/get-intent.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { transferFilterQuery } from '../transfers/transfer-filter-query.ts';
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
  query: Type.Object(transferFilterQuery, closed),
  answers: exportAnswer,
  errors: ['not_found'],
}).handle(async (context, { principal, params, query }) => {
  const named = query.payment_intent_id;
  const of =
    named === undefined ? {} : { of: await getIntent(await context.stores.of(principal), parseId('pi', named)) };
  const filter = { unassigned: query.state !== 'all', ...of };
  return writeExport(context, principal, 'transfers', params.export_format, (store) => store.transfers(filter));
});
