import type { RunningServer } from './server.ts';
import { waitUntil } from './wait-until.ts';

/** The setup link that a server prints. It answers a little earlier. */
export const setUpLinkOf = (server: RunningServer): Promise<string> =>
  waitUntil('the setup link is printed', () => /Set up your account: (\S+)/.exec(server.output())?.[1]);
