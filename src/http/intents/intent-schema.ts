import { Type } from 'typebox';
import { CAUSE_MEANINGS, FLAG_MEANINGS, STATUS_MEANINGS } from '../../domain/intents/meanings.ts';
import { FLAGS, REVIEW_CAUSES } from '../../domain/intents/review.ts';
import { listMeanings, listValues } from '../server/list-values.ts';
import {
  CryptoAmount,
  closed,
  Livemode,
  NetworkName,
  NextCursor,
  nullable,
  statusWords,
  Time,
  words,
} from '../server/shapes.ts';
import { WarningSchema } from '../server/warning-schema.ts';
import { CreateIntentBody } from './create-intent-body.ts';

const requested = CreateIntentBody.properties;

const PaymentSchema = Type.Object(
  {
    network: NetworkName,
    tx: Type.String({ description: 'The transaction ID.' }),
    index: Type.Integer({ description: 'The index of the transfer in the transaction.' }),
    block: nullable(Type.Integer({ description: 'The number of the block. Null while it is in none.' })),
    block_time: nullable(
      Time('The time of the block. Null while the payment is in none, and where the time is not known yet.'),
    ),
    confirmations: Type.Integer({ description: 'The number of confirmations so far, at most `required`.' }),
    required: Type.Integer({
      description:
        'The number of confirmations that make the payment final. Where the network does not count blocks, it is 2: the ' +
        'block of the payment, and its finality. If several nodes must agree on the block, that counts as one more.',
    }),
    state: words(['seen', 'confirmed', 'final', 'void'], {
      description: listValues('How far it is.', {
        seen: 'It is in no block yet.',
        confirmed: 'It is in a block, but not final yet.',
        final: 'It counts.',
        void: 'It does not count. It counts again if a block includes its transaction after all.',
      }),
    }),
    void_reason: nullable(
      words(['replaced', 'missing'], {
        description: listValues('Why the payment is void.', {
          replaced: 'Its money was spent elsewhere.',
          missing: 'No node has known it for an hour.',
        }),
      }),
    ),
    asset: Type.String({ description: 'The asset’s code, or the token’s address if the token is unknown.' }),
    amount: CryptoAmount('The amount sent.'),
    tail: CryptoAmount(
      'The part of `amount` that only identifies the payment, if the payer sent an exact amount by hand. It is not owed, ' +
        'and not part of `overpaid_by`.',
    ),
    worth: nullable(
      Type.Integer({
        description:
          'What the payment is worth at the exchange rate of the request, in the smallest unit of `currency_displayed`, ' +
          'rounded. Null if the rate is for another asset or currency.',
      }),
    ),
    first_seen_at: Time('When the server first saw it, or the time of its block if that is earlier.'),
  },
  { ...closed, title: 'Payment', description: 'A transfer on a network that pays a payment intent.' },
);

const TargetSchema = Type.Object(
  {
    network: NetworkName,
    address: Type.String({ description: 'The address to pay to.' }),
    reference: nullable(
      Type.String({ description: 'The reference in the payer’s transaction, if payments share the address.' }),
    ),
    manual_amount: nullable(
      CryptoAmount(
        'The exact amount that the payer is asked for when sending it by hand, if payments share the address: what is ' +
          'still due plus a tail that identifies the payment. Null if the address belongs to this payment intent alone, ' +
          'nothing is due, or no such amount was free.',
      ),
    ),
    assigned_at: Time('When the payer could first pay to it.'),
  },
  { ...closed, title: 'Target', description: 'Where to send a payment on one network.' },
);

const EntrySchema = Type.Object(
  {
    id: Type.String({
      pattern: '^evt_[0-9A-Za-z]{22}$',
      description: 'The event’s ID: `GET …/events/<id>` returns it.',
    }),
    sequence: Type.Integer({ minimum: 1, description: 'Counts the events of the payment intent.' }),
    type: Type.String({
      description:
        'The event, such as `payment.final`, `payment_intent.succeeded` for a new status, or `payment_intent.flagged` if ' +
        'only `flags` changed.',
    }),
    at: Time('When it happened.'),
    changes: Type.Unsafe<object>({ type: 'object', description: 'The fields that changed.' }),
  },
  { ...closed, title: 'TimelineEntry', description: 'An event in the history of a payment intent.' },
);

export const IntentSchema = Type.Object(
  {
    id: Type.String({ pattern: '^pi_[0-9A-Za-z]{22}$', description: 'The payment intent’s ID.' }),
    object: Type.Literal('payment_intent'),
    status: statusWords({ description: listMeanings('Where the payment intent stands.', STATUS_MEANINGS) }),
    livemode: Livemode,
    sequence: Type.Integer({ minimum: 1, description: 'Increases with every change.' }),
    created_at: Time('When it was created.'),
    expires_at: Time('When it expires, unless it is paid.'),
    paid_at: nullable(
      Time(
        'When the payment that made up the amount due was made, by the time of its block; the last payment if less was ' +
          'accepted, and your decision if there was none. Null unless `status` is `succeeded`, so it is null again if a success is reversed.',
      ),
    ),
    customer: requested.customer,
    total_amount: requested.total_amount,
    items: requested.items,
    currency_displayed: requested.currency_displayed,
    tax_percent: Type.Integer({ minimum: 0, maximum: 100, description: 'The tax in percent.' }),
    tax_amount: requested.tax_amount,
    crypto_amount_requested: requested.crypto_amount_requested,
    exchange_rate: requested.exchange_rate,
    asset: Type.String({ description: 'The asset to pay in.' }),
    amount_due: CryptoAmount('The amount to pay, as a decimal number.'),
    amount_received: CryptoAmount(
      'The amount of final payments in `asset`, with their tails. It can exceed `amount_due` although `overpaid_by` is 0.',
    ),
    amount_pending: CryptoAmount('The amount of payments in `asset` that are not final yet.'),
    amount_remaining: CryptoAmount('The amount still to pay.'),
    overpaid_by: CryptoAmount('How much of `amount_received` is more than the amount due. Tails are not.'),
    tolerance: nullable(
      CryptoAmount(
        'How much may be missing from `amount_due` for the payment intent to succeed. Null for one that was created ' +
          'before this was kept: your current settings apply.',
      ),
    ),
    review: nullable(
      Type.Object(
        {
          cause: words(REVIEW_CAUSES, {
            description: listMeanings(
              'What needs your decision. `POST …/resolve` accepts or rejects the payment intent.',
              CAUSE_MEANINGS,
            ),
          }),
          from: statusWords({ description: 'The status before the review.' }),
        },
        { ...closed, description: 'Why the payment intent needs a review, and its status before.' },
      ),
    ),
    decision: nullable(
      Type.Object(
        {
          kind: words(['accepted', 'rejected'], { description: 'What was decided.' }),
          reason: Type.String({ description: 'Why, in the merchant’s words.' }),
          at: Time('When it was decided.'),
        },
        { ...closed, description: 'The merchant’s manual decision.' },
      ),
    ),
    flags: Type.Array(words(FLAGS), {
      description: listMeanings(
        'Facts that the status does not show. Whether to fulfill the order depends on the status alone.',
        FLAG_MEANINGS,
      ),
    }),
    visibility: words(['ok', 'delayed'], {
      description:
        '`delayed` while a network on which the payment may arrive cannot be seen, or has not been read up to the ' +
        'expiry, so that a payment may be missing. It becomes `ok` when the network is back.',
    }),
    payments: Type.Array(PaymentSchema, { description: 'The payments for this payment intent.' }),
    targets: Type.Array(TargetSchema, { description: 'The addresses that the payer can pay to.' }),
    billing_address: requested.billing_address,
    shipping_address: requested.shipping_address,
    metadata: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Your own strings.',
    }),
    order_id: nullable(Type.String({ description: 'Your order ID.' })),
    description: nullable(Type.String({ description: 'The description that the payer sees.' })),
    return_url: nullable(Type.String({ description: 'The URL that the payer returns to after the payment.' })),
    cancel_url: nullable(Type.String({ description: 'The URL that the payer returns to without paying.' })),
    locale: nullable(Type.String({ description: 'The language of the checkout.' })),
    checkout_url: Type.String({ description: 'The URL of the checkout page.' }),
    warnings: Type.Array(WarningSchema, {
      description: 'Inconsistencies in the request. They never prevent the creation.',
    }),
    timeline: Type.Optional(Type.Array(EntrySchema, { description: 'All events, in order. Lists leave it out.' })),
    request: Type.Unsafe<object>({ type: 'object', description: 'The body of the create request, exactly as sent.' }),
  },
  { ...closed, title: 'PaymentIntent', description: 'An amount that a customer owes, and how it was paid.' },
);

export const CreatedSchema = Type.Object(
  {
    payment_intent_response: Type.Object(
      {
        message: Type.String({ description: 'Confirms the creation.' }),
        payment_intent_id: Type.String({
          pattern: '^pi_[0-9A-Za-z]{22}$',
          description: 'The payment intent’s ID.',
        }),
        payment_intent: Type.Optional(IntentSchema),
      },
      { ...closed, description: 'What was created.' },
    ),
  },
  closed,
);

export const IntentPageSchema = Type.Object({ data: Type.Array(IntentSchema), next_cursor: NextCursor }, closed);
