import { LIMITS } from '../../../domain/limits.ts';

/** The sections of the two references, and what each says first. */
export const TAGS = {
  'Payment intents':
    'A payment intent is an amount that a customer owes. Create one, show its checkout, and fulfill the order when its ' +
    'status is `succeeded`.',
  Checkout:
    'The page on which the customer pays. It needs no key: everyone who knows the payment intent’s ID can see it.',
  Invoices: 'The invoice of a payment intent, as a page, a PDF or JSON.',
  Customers: 'The personal data of a customer, known by the email address: what is stored, and how to erase it.',
  Items: 'The catalog. It gives the items of a payment intent a name and a price on the checkout and the invoice.',
  Wallets: 'The wallets that receive the money. Each network has one wallet, which belongs to the merchant.',
  Transfers: 'Transfers that the merchant received and that match no payment intent.',
  Exports:
    'Whole lists as files, with the filters of the lists. The trailer `Export-Rows` says how many rows there are. If anything ' +
    'fails on the way, the connection breaks without it. CSV is UTF-8 with a byte order mark; an apostrophe comes ' +
    `before formulas. A merchant can have ${LIMITS.exportsOfMerchantMax} exports at the same time, and a process ${LIMITS.exportsMax}.`,
  Events:
    'Everything that happened, numbered. Read the events after the last number that you know to get what you missed: they ' +
    `are kept for ${LIMITS.eventsKeptDays} days, unless the operator sets FLORIN_EVENTS_DAYS.`,
  Webhooks:
    'Endpoints are your URLs that receive events. Every event is sent to every endpoint that wants its type, until the ' +
    'endpoint returns a 2xx status. Each of these deliveries can be looked at and sent again.',
  'Request log':
    'The calls of your application, for debugging. Bodies are kept only if you turn that on in the settings, and headers ' +
    'never.',
  Networks: 'The networks that the server watches, and those that it could watch.',
  'Reference data': 'The currencies and assets that the server knows.',
  Operations: 'Health checks and metrics for operators.',
  Documentation: 'The machine-readable documentation.',
  Session: 'Sign-in, sign-up and sessions of the dashboard.',
  Checklist: 'What the signed-in merchant has set up, and what is missing for live payments.',
  Security: 'The password, second factors and trusted devices of the signed-in user.',
  Team: 'The members of the signed-in merchant’s team, their roles, and invitations.',
  'Data stores': 'The databases of the server and how they are doing, for operators.',
  'Audit log': 'Who changed what, when and from where.',
  Payments: 'The payment intents of the signed-in merchant.',
  'API keys': 'The API keys of the signed-in merchant.',
  Settings: 'The checkout settings of the signed-in merchant.',
};

export type Tag = keyof typeof TAGS;
