import { EVENTS, type EventType, type MerchantEventType } from '../../domain/events/event.ts';
import type { KeyId, WalletId } from '../../domain/ids.ts';
import { makeId } from '../../domain/ids.ts';
import { describeApiKey } from '../../domain/keys/describe-api-key.ts';
import { DEFAULT_SCOPES } from '../../domain/keys/scope.ts';
import { API_VERSION } from '../../domain/version.ts';
import { describeWallet } from '../../domain/wallets/describe-wallet.ts';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import { exampleTransfer } from '../transfers/examples.ts';
import { exampleEndpoint } from '../webhooks/examples.ts';
import type { EventAnswer } from './event-schema.ts';
import { exampleIntentEvent } from './examples.ts';
import { renderEvent } from './render-event.ts';

const atMs = Date.UTC(2026, 10, 15, 9, 30);
const DAY_MS = 86_400_000;

const { claims: _claims, more_claims: _more, suggestions: _suggestions, ...transfer } = exampleTransfer;

const OBJECTS: Readonly<Record<MerchantEventType, Record<string, unknown>>> = {
  'transfer.unmatched': transfer,
  'wallet.changed': describeWallet(
    {
      id: PATH_PARAMETERS.wallet_id.example as WalletId,
      livemode: false,
      network: 'solana-devnet',
      kind: 'address',
      createdAtMs: atMs,
      effectiveAtMs: atMs,
      removedAtMs: undefined,
      releasedAtMs: undefined,
    },
    'added',
  ),
  'api_key.expiring': describeApiKey({
    id: PATH_PARAMETERS.key_id.example as KeyId,
    livemode: false,
    name: 'Web shop',
    publicKey: PATH_PARAMETERS.public_key.example,
    privateKeyEnd: '8dLr',
    scopes: DEFAULT_SCOPES.test,
    createdAtMs: atMs - 83 * DAY_MS,
    expiresAtMs: atMs + 7 * DAY_MS,
  }),
  'webhook_endpoint.disabled': {
    ...exampleEndpoint,
    status: 'disabled',
    disabled_reason: 'failing',
    failing_since: new Date(atMs - 5 * DAY_MS).toISOString(),
    last_success_at: new Date(atMs - 6 * DAY_MS).toISOString(),
    created_at: new Date(atMs - 83 * DAY_MS).toISOString(),
  },
};

const isOfMerchant = (type: EventType | MerchantEventType): type is MerchantEventType => Object.hasOwn(OBJECTS, type);

/** An event of this type, written by the function that writes real events. */
export function exampleEventOf(type: keyof typeof EVENTS): EventAnswer {
  if (!isOfMerchant(type)) return exampleIntentEvent(type);
  const id = makeId('evt', atMs, new Uint8Array(10).fill(42));
  const event = { id, number: 1_202, type, atMs, livemode: false, subject: { object: OBJECTS[type] } };
  return JSON.parse(renderEvent(event, API_VERSION)) as EventAnswer;
}
