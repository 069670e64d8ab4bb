import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { client } from './session-client.ts';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

const read = (text: string): unknown => JSON.parse(text);

/** The browser reports cancel and timeout with a text for developers. */
async function orExplain<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new Error('The passkey was not used. Try again, or use another way.', { cause: error });
  }
}

/** Lets the user answer a new challenge with a passkey. */
export async function answerWithPasskey(): Promise<string> {
  const { options } = await client.call('POST /passkeys/challenge');
  return orExplain(async () =>
    JSON.stringify(await startAuthentication({ optionsJSON: read(options) as RequestOptions })),
  );
}

/** Lets the user make a passkey. */
export const makePasskey = (options: string): Promise<string> =>
  orExplain(async () => JSON.stringify(await startRegistration({ optionsJSON: read(options) as CreationOptions })));
