import { Type } from 'typebox';
import { NetworkSchema } from '../networks/network-schema.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';

const { name, title, state, turn_on, detail } = NetworkSchema.properties;

const intent = (description: string) => nullable(Type.String({ description }), { description });

const payments = {
  newest_payment: intent('The ID of the newest payment intent of the mode. Null if there is none.'),
  succeeded_payment: intent('The ID of the newest payment intent that succeeded. Null if none has.'),
};

const done = (description: string) => Type.Boolean({ description });

const ChecklistNetworkSchema = Type.Object(
  {
    name,
    title,
    state,
    turn_on,
    detail,
    assets: NetworkSchema.properties.assets,
    wallet: words(['missing', 'pending', 'active'], {
      description: 'The merchant’s wallet here. An API key adds a wallet as `pending`.',
    }),
    wallet_effective_at: nullable(Time('When payments start to use the wallet. Null without a wallet.')),
  },
  closed,
);

export const ChecklistSchema = Type.Object(
  {
    test: Type.Object(
      {
        ...payments,
        checkout_url: nullable(
          Type.String({ description: 'The checkout page of the newest payment. Null if there is none.' }),
        ),
        wallet: done('Whether the merchant has a wallet in test mode.'),
        webhook_endpoint: done('Whether the merchant has a webhook endpoint in test mode.'),
        webhook_delivered: done('Whether a webhook endpoint has answered with a 2xx status.'),
        second_factor: done('Whether the signed-in user has turned on a second factor.'),
        colleague: done('Whether the team has a second member or an open invitation.'),
      },
      { ...closed, description: 'The first steps, in test mode.' },
    ),
    live: Type.Object(
      {
        ...payments,
        networks: Type.Array(ChecklistNetworkSchema, {
          description: 'Every network of live mode, first those that the server watches.',
        }),
        secure_base_url: done('Whether the server’s public URL is on HTTPS.'),
        key: done('Whether the merchant has an active live key.'),
      },
      { ...closed, description: 'What live mode needs.' },
    ),
  },
  { ...closed, title: 'Checklist' },
);
