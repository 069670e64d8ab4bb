import { challengeWallet as challengeWalletUseCase } from '../../usecases/wallets/challenge-wallet.ts';
import { defineRoute } from '../server/route.ts';
import { EXAMPLE_ADDRESS, exampleChallenge } from './examples.ts';
import { ChallengeBody, ChallengeSchema } from './wallet-schema.ts';

export const challengeWallet = defineRoute({
  id: 'wallets.challenge',
  method: 'POST',
  path: '/{public_key}/wallets/challenge',
  tag: 'Wallets',
  summary: 'Get the message that proves a wallet is yours',
  description:
    'For an address that another merchant uses. Sign the message with the wallet, and send `issued_at` and the signature as ' +
    '`proof` when you add the wallet. Nothing is stored.',
  access: 'wallets:write',
  rateLimit: 'create',
  secretBody: true,
  body: {
    schema: ChallengeBody,
    examples: {
      address: { summary: 'A Solana address', value: { network: 'solana-devnet', address: EXAMPLE_ADDRESS } },
    },
  },
  answers: {
    200: { description: 'Returns the message to sign.', schema: ChallengeSchema, example: exampleChallenge },
  },
}).handle(async (context, { principal: tenant, body: { value: sent } }) => {
  const origin = new URL(context.config.baseUrl).origin;
  const { message, issuedAtMs, expiresAtMs } = challengeWalletUseCase(context, { tenant, origin, ...sent });
  const times = { issued_at: new Date(issuedAtMs).toISOString(), expires_at: new Date(expiresAtMs).toISOString() };
  return { status: 200, body: { message, ...times } };
});
