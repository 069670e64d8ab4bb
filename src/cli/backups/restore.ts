import type { InvoiceSeries } from '../../domain/backups/backup.ts';
import type { StoreAnswer } from '../../domain/backups/plan-data-stores.ts';
import type { DataStoreId, MerchantId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import { type Restored, restoreBackup } from '../../usecases/backups/restore-backup.ts';
import type { Args, CliContext, Command, Output } from '../command.ts';
import { readId } from '../read-id.ts';
import { showProgress } from './show-progress.ts';
import { untilStopped } from './until-stopped.ts';

export const restore: Command = {
  name: 'restore',
  summary:
    'Fills an empty database with a backup, and skips addresses and numbers that may have been issued since. Stop every server first.',
  operands: [{ name: 'file' }],
  options: {
    replace: { type: 'boolean', help: 'delete what the database contains' },
    yes: { type: 'boolean', help: 'do not ask before data is deleted' },
    store: { type: 'string', multiple: true, help: '<data store>=<postgres URL>, or <data store>=keep' },
    'next-invoice-number': { type: 'string', multiple: true, help: '<merchant>=<number of its next live invoice>' },
    'skip-invoice-numbers': { type: 'string', help: 'how many numbers to skip in every other live series' },
  },
  examples: [
    'restore florin.backup',
    'restore florin.backup --next-invoice-number mer_034xqZbw5Y9jHqVLMzNRCb=1042',
    'restore florin.backup --store ds_034xqZbw5Y9jHqVLMzNRCc=keep --skip-invoice-numbers 100',
  ],
  createsDatabase: true,
  async run(context, args) {
    const [path = ''] = args.operands;
    const askInvoice = (series: InvoiceSeries) => askForNumber(context, series);
    const answers = {
      stores: readStores(args),
      invoices: { next: readNumbers(args), skip: readSkip(args) },
      replace: args.flag('replace'),
    };
    if (answers.replace && !args.flag('yes')) await confirmReplace(context);
    return context.withBackupPorts((ports) =>
      untilStopped(context, async (signal) => {
        const { report, end } = showProgress(process.stderr, args.flag('json'));
        const order = { ...answers, file: ports.file(path), askInvoice, report, signal };
        return present(await restoreBackup(ports, order).finally(end));
      }),
    );
  },
};

async function confirmReplace({ terminal }: CliContext): Promise<void> {
  const question = 'This deletes everything in the database. Type "replace" to continue: ';
  const answer = await terminal.ask(question);
  if (answer?.trim() !== 'replace')
    throw new UserError('Nothing was changed. Add --yes if nobody can answer the question.');
}

async function askForNumber(
  { terminal }: CliContext,
  { merchantId, merchantName, lastNumber }: InvoiceSeries,
): Promise<number | undefined> {
  const question = `The last live invoice of ${merchantName} (${merchantId}) in the backup is ${lastNumber}. Next number: `;
  const answer = await terminal.ask(question);
  return answer === undefined ? undefined : readNumber('The next invoice number', answer.trim());
}

/** Splits `<name>=<value>`. The value may contain further equals signs. */
function readPairs(args: Args, option: string): [string, string][] {
  return args.list(option).map((pair) => {
    const end = pair.indexOf('=');
    if (end < 1) throw new UserError(`--${option} ${pair} must have the form <ID>=<value>.`, 'usage');
    return [pair.slice(0, end), pair.slice(end + 1)];
  });
}

function readStores(args: Args): Map<DataStoreId, StoreAnswer> {
  return new Map(
    readPairs(args, 'store').map(([id, value]) => {
      if (value !== 'keep' && !/^postgres(ql)?:\/\//.test(value))
        throw new UserError(
          `--store ${id} must be "keep" or look like postgres://user:password@host:5432/database.`,
          'usage',
        );
      return [readId('ds', id), value === 'keep' ? 'keep' : { url: value }];
    }),
  );
}

const readNumbers = (args: Args): Map<MerchantId, number> =>
  new Map(
    readPairs(args, 'next-invoice-number').map(([id, value]) => [
      readId('mer', id),
      readNumber('--next-invoice-number', value),
    ]),
  );

function readSkip(args: Args): number | undefined {
  const value = args.optional('skip-invoice-numbers');
  return value === undefined ? undefined : readNumber('--skip-invoice-numbers', value);
}

function readNumber(name: string, value: string): number {
  if (!/^\d{1,10}$/.test(value)) throw new UserError(`${name} must be a whole number.`, 'usage');
  return Number(value);
}

function present({ backup, rows, nextInvoices, amountsHeldUntilMs, rules, broken }: Restored): Output {
  const [madeAt, heldUntil] = [backup.createdAtMs, amountsHeldUntilMs].map((ms) => new Date(ms).toISOString());
  const lines = [
    `Restored ${rows} rows of the backup from ${madeAt}.`,
    `${rules - broken.length} of ${rules} checks passed.`,
    ...broken.map(({ rule, rows: count, example }) => `BROKEN  ${rule}: ${count} rows, such as ${example}`),
    ...nextInvoices.map(
      ({ series, nextNumber }) => `The next live invoice of ${series.merchantName} is number ${nextNumber}.`,
    ),
    `No exact amounts are issued until ${heldUntil}.`,
    'Start the server: it looks for payments made since the backup. Everyone signs in again.',
    'Keys revoked and passwords changed after the backup are as they were: change them again.',
  ];
  return {
    json: {
      backup_created_at: madeAt,
      rows,
      rules,
      broken,
      next_invoice_numbers: Object.fromEntries(
        nextInvoices.map(({ series, nextNumber }) => [series.merchantId, nextNumber]),
      ),
      amounts_held_until: heldUntil,
    },
    text: lines.join('\n'),
    failed: broken.length > 0,
  };
}
