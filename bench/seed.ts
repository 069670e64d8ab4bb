import { parseArgs } from 'node:util';
import { showProgress } from '../src/cli/backups/show-progress.ts';
import { readId } from '../src/cli/read-id.ts';
import { readConfig } from '../src/config.ts';
import type { Merchant } from '../src/domain/merchants/merchant.ts';
import { UserError } from '../src/domain/user-error.ts';
import { assemble, findDatabase } from '../src/main/assemble.ts';
import type { Ports } from '../src/ports/ports.ts';
import { stopSignal } from '../src/system/stop-signal.ts';
import { STEP_INTENTS, seedMerchant } from './seed-merchant.ts';

const INTENTS_MAX = 1_000_000_000;
const STEP_INTENTS_MIN = 10;
const STEP_INTENTS_MAX = 50_000;
const SEED_MAX = 1_000_000;

const HELP = `npm run seed -- --intents N [options]

Fills the data store of a merchant with payment intents in test mode, as a shop would have them after up to two years:
in every status, with events, payments, payment targets, invoices and search terms. Uses DATABASE_URL, or the embedded
PostgreSQL of FLORIN_DATA_DIR, which it starts if no server runs. A run that was stopped goes on where it ended.

  --intents N     how many seeded intents the merchant has in the end, up to ${INTENTS_MAX}
  --merchant ID   the merchant (mer_…), if there are several
  --seed N        another seed makes other intents, beside those of the first (default 1)
  --step N        intents of one transaction, ${STEP_INTENTS_MIN} to ${STEP_INTENTS_MAX} (default ${STEP_INTENTS})
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      intents: { type: 'string' },
      merchant: { type: 'string' },
      seed: { type: 'string', default: '1' },
      step: { type: 'string', default: String(STEP_INTENTS) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.intents === undefined) return undefined;
  return {
    intents: readNumber('--intents', values.intents, 1, INTENTS_MAX),
    merchantId: values.merchant === undefined ? undefined : readId('mer', values.merchant),
    seed: readNumber('--seed', values.seed, 0, SEED_MAX),
    stepIntents: readNumber('--step', values.step, STEP_INTENTS_MIN, STEP_INTENTS_MAX),
  };
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new UserError(`${name} must be a whole number from ${min} to ${max}.`);
  return value;
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

async function findMerchant({ merchants }: Ports, { merchantId }: Options): Promise<Merchant> {
  if (merchantId !== undefined) {
    const found = await merchants.find(merchantId);
    if (!found)
      throw new UserError(`There is no merchant ${merchantId}. List them with "npm run florin -- merchants list".`);
    return found;
  }
  const [first, second] = await merchants.list();
  if (!first) throw new UserError('There is no merchant. Create one with "npm run florin -- merchants create".');
  if (second) throw new UserError('There are several merchants. Choose one with --merchant.');
  return first;
}

async function findStore({ dataStores, vault }: Ports, { dataStoreId }: Merchant, mainUrl: string): Promise<string> {
  if (dataStoreId === undefined) return mainUrl;
  const found = await dataStores.find(dataStoreId);
  if (!found) throw new UserError(`The data store ${dataStoreId} is not known.`);
  return vault.open(found.sealedUrl, ['data_stores.sealed_url', dataStoreId]);
}

async function seed(options: Options): Promise<string> {
  const config = readConfig(process.env);
  const finding = findDatabase(config);
  const parts = await assemble(config, {}, finding);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort(new UserError('Stopped. Run the same command again to go on.')));
  const progress = showProgress(process.stderr, false);
  const startMs = performance.now();
  let first: { done: number; atMs: number } | undefined;
  try {
    const merchant = await findMerchant(parts.ports, options);
    const url = await findStore(parts.ports, merchant, (await finding).directUrl);
    const report = (done: number) => {
      first ??= { done, atMs: performance.now() };
      const perSecond = ((done - first.done) * 1_000) / (performance.now() - first.atMs);
      const pace = perSecond > 0 ? `, ${count(perSecond)} per second` : '';
      const table = `${count(done)} of ${count(options.intents)} intents${pace}`;
      progress.report({ database: 'main', table, share: done / options.intents });
    };
    const order = { ...options, url, merchantId: merchant.id, signal: stop.signal, report };
    const { before, added } = await seedMerchant(order);
    const seconds = (performance.now() - startMs) / 1_000;
    return `${merchant.id} has ${count(before + added)} seeded intents: ${count(added)} were added in ${seconds.toFixed(1)} s.`;
  } finally {
    progress.end();
    await parts.close();
  }
}

const count = (value: number) => Math.round(value).toLocaleString('en-US');

try {
  const options = readOptions();
  console.log(options ? await seed(options) : HELP);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
