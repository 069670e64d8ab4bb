import { Type } from 'typebox';
import { FLAGS, REVIEW_CAUSES } from '../../domain/intents/review.ts';
import { CryptoAmount, closed, nullable, statusWords, Time, words } from '../server/shapes.ts';
import { WarningSchema } from '../server/warning-schema.ts';
import { CreateIntentBody } from './create-intent-body.ts';

const requested = CreateIntentBody.properties;

const PaymentSchema = Type.Object(
  {
    network: Type.String(),
    tx: Type.String({ description: 'The transaction.' }),
    index: Type.Integer({ description: 'Which of the transaction’s transfers.' }),
    block: nullable(Type.Integer({ description: 'The block that holds it.' })),
    confirmations: Type.Integer(),
    required: Type.Integer({ description: 'So many confirmations make it final.' }),
    state: words(['seen', 'confirmed', 'final', 'void']),
    void_reason: nullable(
      Type.Union([Type.Literal('replaced'), Type.Literal('missing')], {
        description: 'Why it is void: its money was spent otherwise, or no node has known it for an hour.',
      }),
    ),
    asset: Type.String(),
    amount: CryptoAmount('How much was sent.'),
    first_seen_at: Time,
  },
  { ...closed, title: 'Payment' },
);

const TargetSchema = Type.Object(
  {
    network: Type.String(),
    address: Type.String(),
    reference: nullable(
      Type.String({ description: 'What the payer’s transaction names, where the address is shared.' }),
    ),
    assigned_at: Time,
  },
  { ...closed, title: 'Target' },
);

const EntrySchema = Type.Object(
  {
    sequence: Type.Integer({ minimum: 1 }),
    type: Type.String({
      description:
        'Such as `payment.final`, `payment_intent.succeeded` when that status begins, or `payment_intent.flagged` when only `flags` have changed.',
    }),
    at: Time,
    changes: Type.Unsafe<object>({ type: 'object', description: 'The attributes that it set.' }),
  },
  { ...closed, title: 'TimelineEntry' },
);

export const IntentSchema = Type.Object(
  {
    id: Type.String({ pattern: '^pi_[0-9A-Za-z]{22}$', description: 'The payment intent’s identifier.' }),
    object: Type.Literal('payment_intent'),
    status: statusWords({ description: 'The one field to decide by; `succeeded` means: deliver.' }),
    livemode: Type.Boolean({ description: 'Whether it was made with a live key.' }),
    sequence: Type.Integer({ minimum: 1, description: 'Counts the changes of this intent.' }),
    created_at: Time,
    expires_at: Time,
    customer: requested.customer,
    total_amount: requested.total_amount,
    items: requested.items,
    currency_displayed: requested.currency_displayed,
    tax_percent: Type.Integer({ minimum: 0, maximum: 100 }),
    tax_amount: requested.tax_amount,
    crypto_amount_requested: requested.crypto_amount_requested,
    exchange_rate: requested.exchange_rate,
    asset: Type.String({ description: 'The asset that is due.' }),
    amount_due: CryptoAmount('How much of it is due, as a decimal number.'),
    amount_received: CryptoAmount('Final money.'),
    amount_pending: CryptoAmount('Seen on chain, not final yet.'),
    amount_remaining: CryptoAmount('What is due beyond both.'),
    overpaid_by: CryptoAmount('Final money above what is due.'),
    review: nullable(
      Type.Object(
        { cause: words(REVIEW_CAUSES), from: statusWords() },
        { ...closed, description: 'Why people must look, and the status before.' },
      ),
    ),
    decision: nullable(
      Type.Object(
        {
          kind: words(['accepted', 'rejected']),
          reason: Type.String(),
          at: Time,
        },
        { ...closed, description: 'What the merchant decided by hand.' },
      ),
    ),
    flags: Type.Array(words(FLAGS), { description: 'What is worth knowing besides the status.' }),
    visibility: words(['ok', 'delayed'], {
      description: '`delayed` while a network could not be read up to the expiry: unpaid is not known yet.',
    }),
    payments: Type.Array(PaymentSchema, { description: 'The transfers that came for this intent.' }),
    targets: Type.Array(TargetSchema, { description: 'Where its money is expected.' }),
    billing_address: requested.billing_address,
    shipping_address: requested.shipping_address,
    metadata: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    order_id: nullable(Type.String()),
    description: nullable(Type.String()),
    return_url: nullable(Type.String()),
    cancel_url: nullable(Type.String()),
    locale: nullable(Type.String()),
    checkout_url: Type.String({ description: 'The page on which the payer pays.' }),
    warnings: Type.Array(WarningSchema, { description: 'What does not add up. Never a reason to refuse the intent.' }),
    timeline: Type.Optional(
      Type.Array(EntrySchema, { description: 'What happened, in order. Only where one intent is read.' }),
    ),
    request: Type.Unsafe<object>({ type: 'object', description: 'The request’s body, as it was sent.' }),
  },
  { ...closed, title: 'PaymentIntent' },
);

export const CreatedSchema = Type.Object(
  {
    payment_intent_response: Type.Object(
      {
        message: Type.String({ description: 'Confirms that the intent was created.' }),
        payment_intent_id: Type.String({
          pattern: '^pi_[0-9A-Za-z]{22}$',
          description: 'The new intent’s identifier.',
        }),
        payment_intent: Type.Optional(IntentSchema),
      },
      closed,
    ),
  },
  closed,
);

export const IntentPageSchema = Type.Object(
  {
    data: Type.Array(IntentSchema),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to get the next page; null on the last one.' }),
    ),
  },
  closed,
);
