import { runSql } from '../support/databases.ts';

/** The kinds of rows that a query must find in the fixture. */
interface Expected {
  what: string;
  query: string;
  kinds: readonly string[];
}

const IN_DATA: readonly Expected[] = [
  {
    what: 'status',
    query: 'SELECT status FROM florin_data.payment_intents',
    kinds: ['requires_payment', 'processing', 'partially_paid', 'succeeded', 'expired', 'canceled', 'needs_review'],
  },
  {
    what: 'review cause',
    query: 'SELECT review_cause FROM florin_data.payment_intents',
    kinds: ['underpaid', 'late', 'reorged', 'wrong_asset', 'canceled_with_money', 'unseen', 'ambiguous'],
  },
  {
    what: 'flag',
    query: 'SELECT unnest(flags) FROM florin_data.payment_intents',
    kinds: ['late', 'reorged', 'wrong_asset', 'manual', 'tolerated', 'overpaid'],
  },
  {
    what: 'decision',
    query: 'SELECT decision FROM florin_data.payment_intents',
    kinds: ['accepted', 'rejected'],
  },
  {
    what: 'payment state',
    query: `SELECT concat_ws(' ', state, void_reason) FROM florin_data.payments`,
    kinds: ['seen', 'confirmed', 'final', 'void replaced', 'void missing'],
  },
  {
    what: 'payment target',
    query: `SELECT concat_ws(' ', network, CASE WHEN reference IS NOT NULL THEN 'reference' END,
              CASE WHEN wallet_index IS NOT NULL THEN 'index' END) FROM florin_data.targets`,
    kinds: ['simulated', 'solana-local reference', 'litecoin-regtest index', 'bitcoin-testnet index', 'litecoin index'],
  },
  {
    what: 'reason of an unmatched transfer',
    query: 'SELECT refusal FROM florin_data.transfers',
    kinds: ['failed', 'unknown_token', 'dust', 'too_old', 'no_reference', 'ambiguous'],
  },
  {
    what: 'assigned transfer',
    query: `SELECT 'assigned' FROM florin_data.transfers WHERE assigned_to IS NOT NULL`,
    kinds: ['assigned'],
  },
  {
    what: 'scan cursor',
    query: 'SELECT network FROM florin_data.scans',
    kinds: ['simulated', 'solana-local', 'litecoin-regtest'],
  },
  {
    what: 'row of both modes',
    query: `SELECT 'intent ' || livemode FROM florin_data.payment_intents
            UNION SELECT 'invoice ' || livemode FROM florin_data.invoices
            UNION SELECT 'item ' || livemode FROM florin_data.items
            UNION SELECT 'idempotency key ' || livemode FROM florin_data.idempotency_keys`,
    kinds: [
      'intent true',
      'intent false',
      'invoice true',
      'invoice false',
      'item true',
      'item false',
      'idempotency key false',
    ],
  },
];

const IN_CONTROL: readonly Expected[] = [
  {
    what: 'API key',
    query: `SELECT CASE WHEN livemode THEN 'live' ELSE 'test' END || ' ' || kind FROM florin_control.api_keys,
              LATERAL unnest(ARRAY[
                CASE WHEN replaced_by IS NOT NULL THEN 'rolled' END,
                CASE WHEN revoked_at IS NOT NULL THEN 'revoked' END,
                CASE WHEN expires_at < now() THEN 'expired' END,
                CASE WHEN cardinality(scopes) = 1 THEN 'with one scope' END,
                CASE WHEN cardinality(allowed_cidrs) > 0 THEN 'with ranges' END
              ]) AS kind`,
    kinds: ['test', 'live'].flatMap((mode) =>
      ['rolled', 'revoked', 'expired', 'with one scope', 'with ranges'].map((kind) => `${mode} ${kind}`),
    ),
  },
  {
    what: 'wallet',
    query: `SELECT kind || ' ' || CASE WHEN removed_at <= now() THEN 'ended' WHEN effective_at > now() THEN 'waiting'
              WHEN removed_at > now() THEN 'about to be replaced' ELSE 'in use' END FROM florin_control.wallets`,
    kinds: [
      'address in use',
      'address ended',
      'extended_key in use',
      'extended_key ended',
      'extended_key waiting',
      'extended_key about to be replaced',
    ],
  },
  {
    what: 'lease',
    query: `SELECT network FROM florin_control.networks WHERE holder <> ''`,
    kinds: ['simulated', 'solana-local', 'litecoin-regtest', 'bitcoin-testnet'],
  },
  {
    what: 'network fault',
    query: `SELECT fault_kind FROM florin_control.networks`,
    kinds: ['away'],
  },
  {
    what: 'row of the control plane',
    query: `SELECT 'store' FROM florin_control.merchants WHERE data_store_id IS NOT NULL
            UNION SELECT 'no store' FROM florin_control.merchants WHERE data_store_id IS NULL
            UNION SELECT 'session' FROM florin_control.sessions
            UNION SELECT 'logo' FROM florin_control.merchant_settings WHERE logo IS NOT NULL
            UNION SELECT 'simulated ' || script FROM florin_control.simulated_transfers`,
    kinds: [
      'store',
      'no store',
      'session',
      'logo',
      'simulated mined',
      'simulated replaced',
      'simulated reorged',
      'simulated deeply_reorged',
    ],
  },
  {
    what: 'audited action',
    query: 'SELECT action FROM florin_control.audit_log',
    kinds: [
      'api_key.created',
      'api_key.rolled',
      'api_key.revoked',
      'wallet.changed',
      'wallet.removed',
      'merchant.settings_changed',
      'payment_intent.accepted',
      'payment_intent.rejected',
    ],
  },
];

/** Fails with a list of the kinds that neither the main database nor the data store has. */
export async function expectEverything(mainUrl: string, ownUrl: string): Promise<void> {
  const missing = [...(await listMissing(IN_CONTROL, [mainUrl])), ...(await listMissing(IN_DATA, [mainUrl, ownUrl]))];
  if (missing.length > 0) throw new Error(`The database lacks:\n${missing.join('\n')}`);
}

async function listMissing(all: readonly Expected[], urls: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { what, query, kinds } of all) {
    const rows = (await Promise.all(urls.map((url) => runSql<object>(url, query)))).flat();
    const found = new Set(rows.map((row) => Object.values(row)[0] as string | null));
    missing.push(...kinds.filter((kind) => !found.has(kind)).map((kind) => `${what}: ${kind}`));
  }
  return missing;
}
