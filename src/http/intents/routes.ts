import { toSessionRoute } from '../server/to-session-route.ts';
import { cancelIntent } from './cancel-intent.ts';
import { createIntent } from './create-intent.ts';
import { createSessionIntent } from './create-session-intent.ts';
import { getIntent } from './get-intent.ts';
import { listIntents } from './list-intents.ts';
import { markIntentPaid } from './mark-intent-paid.ts';
import { markSessionIntentPaid } from './mark-session-intent-paid.ts';
import { resolveIntent } from './resolve-intent.ts';
import { resolveSessionIntent } from './resolve-session-intent.ts';
import { watchIntents } from './watch-intents.ts';

export const intentRoutes = [
  createIntent,
  getIntent,
  listIntents,
  cancelIntent,
  resolveIntent,
  markIntentPaid,
  createSessionIntent,
  toSessionRoute(listIntents),
  toSessionRoute(getIntent),
  toSessionRoute(cancelIntent),
  resolveSessionIntent,
  markSessionIntentPaid,
  watchIntents,
];
