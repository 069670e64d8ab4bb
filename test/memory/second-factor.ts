import { authenticateSession, type SignedIn } from '../../src/usecases/sessions/authenticate-session.ts';
import { confirmTotp } from '../../src/usecases/sessions/confirm-totp.ts';
import { offerTotp } from '../../src/usecases/sessions/offer-totp.ts';
import { signIn } from '../../src/usecases/sessions/sign-in.ts';
import { totpCode } from '../../src/usecases/sessions/totp.ts';
import { CLIENT } from './join-team.ts';
import { openShop, PASSWORD, type Shop } from './open-shop.ts';
import { signInTo } from './sign-in-to.ts';

export const SITE = { id: 'pay.example', origin: 'https://pay.example' };

export interface GuardedShop {
  shop: Shop;
  owner: SignedIn;
  /** The code of the current time. */
  code: () => string;
  recoveryCodes: string[];
  /** Signs the owner in. */
  signIn: (more?: Partial<Parameters<typeof signIn>[1]>) => ReturnType<typeof signIn>;
}

const STEP_MS = 30_000;

/** A shop whose owner has an authenticator app. The code that confirmed it is of the step before. */
export async function openGuardedShop(): Promise<GuardedShop> {
  const shop = await openShop();
  const { ports } = shop;
  const owner = await signInTo(shop);
  const { secret } = await offerTotp(ports, owner);
  const code = () => totpCode(secret, Math.floor(ports.clock.nowMs() / STEP_MS));
  const recoveryCodes = await confirmTotp(ports, owner, { code: code(), address: '::1' });
  ports.clock.advance(STEP_MS);
  const { email } = shop.made.owner;
  return {
    shop,
    owner,
    code,
    recoveryCodes,
    signIn: (more = {}) => signIn(ports, { email, password: PASSWORD, client: CLIENT, site: SITE, ...more }),
  };
}

/** The session that a token opened. */
export async function sessionOf(shop: Shop, token: string): Promise<SignedIn> {
  const signedIn = await authenticateSession(shop.ports, token);
  if (!signedIn) throw new Error('the session was not found');
  return signedIn;
}
