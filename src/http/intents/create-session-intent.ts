import { Problem } from '../../domain/errors.ts';
import { termsOfMerchant } from '../../usecases/intents/terms-of-merchant.ts';
import type { SessionRoute } from '../server/route.ts';
import { toSessionRoute } from '../server/to-session-route.ts';
import { createIntent } from './create-intent.ts';

const route = toSessionRoute(createIntent, 'payments:write', async (context, caller) => {
  // The checkout page is found by it.
  if (caller.publicKey === '') {
    throw new Problem(
      'invalid_state',
      'Create an API key first. The URL of the checkout page contains its public key.',
    );
  }
  return { ...caller, ...(await termsOfMerchant(context, caller)) };
});

/** A member creates a payment by hand. It is the same as one that the merchant's application creates. */
export const createSessionIntent: SessionRoute = { ...route, errors: [...(route.errors ?? []), 'invalid_state'] };
