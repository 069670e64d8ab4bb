import type { Delivery, Operations, PaymentIntent, SignedIn, SignedOut } from './generated.ts';

/** Short names for parts of the generated types. */
export type Mode = Operations['GET /dashboard/api/{mode}/changes']['path']['mode'];
export type Session = SignedIn | SignedOut;

export type Intent = PaymentIntent;
export type IntentStatus = Intent['status'];
export type ReviewCause = NonNullable<Intent['review']>['cause'];
export type PaymentState = Intent['payments'][number]['state'];
export type VoidReason = NonNullable<Intent['payments'][number]['void_reason']>;
export type PostalAddress = Intent['billing_address'];
/** What the event stream sends when a payment intent changes. */
export type IntentEvent = Pick<Intent, 'id' | 'status' | 'sequence'>;
export type SimulateKind =
  Operations['POST /dashboard/api/{mode}/payment_intents/{payment_intent_id}/simulate']['body']['kind'];

export type IntentInput = Operations['POST /dashboard/api/{mode}/create_checkout_payment_intent']['body'];

export type WalletInput = Operations['POST /dashboard/api/{mode}/wallets']['body'];
export type ScriptType = NonNullable<WalletInput['script_type']>;

export type NewKeyInput = Operations['POST /dashboard/api/{mode}/api_keys']['body'];
export type Overlap = Operations['POST /dashboard/api/{mode}/api_keys/{key_id}/roll']['body']['overlap'];
export type EndpointInput = Operations['POST /dashboard/api/{mode}/webhook_endpoints']['body'];
export type EndpointChanges = Operations['PATCH /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}']['body'];
export type DeliveryState = Delivery['state'];
export type SettingsInput = Operations['PATCH /dashboard/api/settings']['body'];
