import { exponentOf } from '../../domain/money/currency.ts';
import { formatMoney } from '../../domain/money/format-money.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import { UserError } from '../../domain/user-error.ts';
import { listIntents } from '../../usecases/intents/list-intents.ts';
import type { Args, CliContext, Command } from '../command.ts';
import { findRemote, remoteOptions } from '../sessions/find-remote.ts';
import { storeOf, tenantOptions } from '../tenant-of.ts';
import { toneOf } from '../tone-of.ts';
import { filterOptions, readFilter, readQuery } from './intent-filter.ts';
import { presentIntentRow } from './present-intent-row.ts';
import { pickIntentRow, type RemoteIntent } from './remote-intent.ts';

const SHOWN = 20;

export const intentsList: Command = {
  name: 'intents list',
  summary: `Lists a merchant’s ${SHOWN} newest payment intents, or the newest that match.`,
  options: {
    ...filterOptions,
    ...tenantOptions,
    merchant: { type: 'string', help: 'merchant ID; not needed if you are logged in' },
    ...remoteOptions,
  },
  examples: [
    'intents list',
    'intents list --merchant mer_034xqZbw5Y9jHqVLMzNRCb --live',
    'intents list --search ada --status succeeded --after 2026-11-01T00:00:00Z',
    'intents list --json',
  ],
  async run(context, args) {
    const remote = await findRemote(context, args);
    const page = remote
      ? await remote.get<IntentPage>('/payment_intents', { ...readQuery(args), limit: String(SHOWN) })
      : await readIntents(context, args);
    const data = page.data.map(pickIntentRow);
    const rows = data.map((row) => [
      row.id,
      { text: row.status, tone: toneOf(row.status) },
      `${formatMoney(fiatAmount(row.total_amount), exponentOf(row.currency_displayed))} ${row.currency_displayed}`,
      `${row.amount_due} ${row.asset}`,
      row.created_at,
    ]);
    const columns = ['ID', 'STATUS', 'TOTAL', 'DUE', 'CREATED'];
    return {
      json: { data, next_cursor: page.next_cursor },
      text: { columns, rows, empty: 'No payment intents found.' },
    };
  },
};

interface IntentPage {
  data: RemoteIntent[];
  next_cursor: string | null;
}

function readIntents(context: CliContext, args: Args): Promise<IntentPage> {
  if (args.optional('merchant') === undefined) {
    throw new UserError('Set --merchant, or log in with "npx florin login <url>".', 'usage');
  }
  return context.withPorts(async (ports) => {
    const page = await listIntents(await storeOf(ports, args), { ...readFilter(args), limit: SHOWN });
    return { data: page.intents.map(presentIntentRow), next_cursor: page.next ?? null };
  });
}
