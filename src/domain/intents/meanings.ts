import type { Meaning } from '../meaning.ts';
import type { IntentStatus } from './intent-status.ts';
import type { Flag, ReviewCause } from './review.ts';

export const STATUS_MEANINGS: Readonly<Record<IntentStatus, Meaning>> = {
  requires_payment: {
    meaning: 'Not enough money has been seen yet.',
    fix: 'Do not fulfill the order yet.',
  },
  processing: {
    meaning: 'Enough money has been seen, but not all of it is final.',
    fix: 'Do not fulfill the order yet.',
  },
  partially_paid: {
    meaning: 'Less than the amount due has arrived. The checkout asks for the rest.',
    fix: 'Do not fulfill the order yet.',
  },
  succeeded: {
    meaning: 'Enough money is final, or you accepted the payment intent.',
    fix: 'Fulfill the order.',
  },
  expired: {
    meaning: 'The time to pay is over, and no money is final. Money that arrives later can still change the status.',
    fix: 'If the customer still wants to pay, create a new payment intent.',
  },
  canceled: {
    meaning: 'You canceled it, or rejected it.',
    fix: 'No action needed, unless you owe the customer a refund.',
  },
  needs_review: {
    meaning: 'It needs your decision. `review.cause` says why.',
    fix: 'Do not fulfill the order until you have resolved it.',
  },
};

export const CAUSE_MEANINGS: Readonly<Record<ReviewCause, Meaning>> = {
  underpaid: {
    meaning: 'The full amount did not arrive before the expiry.',
    fix: 'Accept it, or refund the money and reject it.',
  },
  late: {
    meaning: 'Money arrived later than your settings accept.',
    fix: 'Accept it and fulfill the order at the agreed price, or refund the money and reject it.',
  },
  reorged: {
    meaning: 'The network reversed a payment after the success.',
    fix: 'Stop the shipment. The status becomes `succeeded` again if the payment does; otherwise contact the customer.',
  },
  wrong_asset: {
    meaning: 'A payment in another asset than `asset` arrived.',
    fix: 'Accept it if it is worth enough to you, or refund it and reject the payment intent.',
  },
  canceled_with_money: {
    meaning: 'Money arrived for a payment intent that you canceled or rejected.',
    fix: 'Accept it and fulfill the order, or refund the money and reject it.',
  },
  unseen: {
    meaning: 'A network could not be read for a day after the expiry, so a payment may have been missed.',
    fix: 'Check your wallet. The review ends when the network has been read, or when you resolve it.',
  },
  ambiguous: {
    meaning: 'A transfer may belong to this payment intent, but that is not certain.',
    fix: '`GET /transfers?payment_intent_id=…` lists it with the reason: assign it, or resolve the payment intent.',
  },
};

export const FLAG_MEANINGS: Readonly<Record<Flag, Meaning>> = {
  late: {
    meaning: 'Money arrived after the expiry, and your settings accepted it.',
    fix: 'No action needed.',
  },
  reorged: {
    meaning: 'The network reversed a payment, at least for a while.',
    fix: 'No action needed: the status accounts for it.',
  },
  wrong_asset: {
    meaning: 'A payment in another asset than `asset` arrived. It does not count.',
    fix: 'Refund it, or agree on something else with the customer.',
  },
  manual: {
    meaning: 'You accepted the payment intent, whatever money arrived.',
    fix: 'No action needed. `decision` has the reason.',
  },
  tolerated: {
    meaning: 'Less than the amount due arrived, but no more is missing than the tolerance allows.',
    fix: 'No action needed.',
  },
  overpaid: {
    meaning: 'More than the amount due arrived. `overpaid_by` says how much.',
    fix: 'Refund the difference if you agreed to.',
  },
};
