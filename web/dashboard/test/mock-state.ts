import type {
  Event as ApiEvent,
  ApiKey,
  DeliveryDetails,
  Item,
  LoggedRequestDetails,
  Network,
  Operations,
  SavedView,
  Settings,
  Transfer,
  Wallet,
  WebhookEndpoint,
} from '../src/api/generated.ts';
import type { Intent, IntentStatus, Mode } from '../src/api/types.ts';
import { sampleStore } from './sample-data-stores.ts';
import { sampleIntent } from './sample-intent.ts';
import { sampleNetworks } from './sample-networks.ts';
import { sampleRequests } from './sample-requests.ts';
import { sampleTransfers } from './sample-transfers.ts';
import { sampleDeliveries, sampleEndpoint, sampleEvents } from './sample-webhooks.ts';

const STATUSES: IntentStatus[] = [
  'requires_payment',
  'processing',
  'succeeded',
  'succeeded',
  'partially_paid',
  'needs_review',
  'expired',
  'canceled',
];

export interface ModeState {
  /** Newest first. */
  intents: Intent[];
  keys: (ApiKey & { private_key: string })[];
  items: Item[];
  networks: Network[];
  wallets: Wallet[];
  /** Wallets that another merchant took over. */
  released: Operations['GET /dashboard/api/{mode}/wallets']['answer']['released'];
  /** Newest first. */
  transfers: Transfer[];
  /** Newest first. */
  events: ApiEvent[];
  endpoints: WebhookEndpoint[];
  /** Newest first. */
  deliveries: DeliveryDetails[];
  requests: LoggedRequestDetails[];
}

export interface MockState {
  baseUrl: string;
  views: SavedView[];
  signedIn: boolean;
  setupOpen: boolean;
  signupOpen: boolean;
  failedSignIns: number;
  /** Whether the user is an operator of the server. */
  operator: boolean;
  dataStores: Operations['GET /dashboard/api/data_stores']['answer'];
  /** Paths that return 500, to test error states. */
  broken: RegExp | null;
  /** Whether the event stream is available. */
  streaming: boolean;
  modes: Record<Mode, ModeState>;
  settings: Settings;
}

export function makeKey(mode: Mode, name: string, number: number): ApiKey & { private_key: string } {
  const end = `Kq${number}x`;
  return {
    id: `key_${mode}_${number}`,
    name,
    public_key: `fpk_${mode}_0Ju7JavI2mZ8pQ4tVb6yRc1nXw5sLd3gHf9kEo7uTa${number}`,
    private_key: `fsk_${mode}_4cde8dLr0Yh3vNq7TzWm2Bp5XgJk9SfRu6EaCo1iVlQ8tKq${end}`,
    private_key_end: end,
    scopes: ['payments:read', 'payments:write'],
    allowed_cidrs: [],
    created_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    expires_at: null,
    last_used_at: number === 1 ? new Date(Date.now() - 240_000).toISOString() : null,
    last_used_address: number === 1 ? '203.0.113.7' : null,
    revoked_at: null,
    replaced_by: null,
    revealable: mode === 'test',
  };
}

/** A merchant with `count` test payments, created seven minutes apart. */
export function makeState(baseUrl: string, count: number): MockState {
  const intents = Array.from({ length: count }, (_, index) => {
    const status = STATUSES[index % STATUSES.length] ?? 'requires_payment';
    const intent = sampleIntent(count - index, status, new Date(Date.now() - index * 420_000 - 60_000), baseUrl);
    return intent;
  });
  const events = sampleEvents(intents);
  const endpoint = sampleEndpoint('test', 1);
  return {
    baseUrl,
    views: [],
    signedIn: false,
    setupOpen: false,
    signupOpen: true,
    failedSignIns: 0,
    operator: false,
    dataStores: { data: [sampleStore('main')], moves: [] },
    broken: null,
    streaming: true,
    modes: {
      test: {
        intents,
        keys: [makeKey('test', 'First key', 1)],
        items: [
          {
            item_id: 'sku_tulip_bulbs',
            name: 'Tulip bulbs, 50 pieces',
            unit_amount: 5_000,
            currency: 'USD',
            updated_at: new Date().toISOString(),
          },
          {
            item_id: 'sku_trowel',
            name: 'Hand trowel',
            unit_amount: 2_100,
            currency: 'USD',
            updated_at: new Date().toISOString(),
          },
        ],
        networks: sampleNetworks(),
        wallets: [],
        released: [],
        transfers: sampleTransfers(25),
        events,
        endpoints: [endpoint],
        deliveries: sampleDeliveries(endpoint, events),
        requests: sampleRequests(45, intents),
      },
      live: {
        intents: [],
        keys: [],
        items: [],
        networks: [],
        wallets: [],
        released: [],
        transfers: [],
        events: [],
        endpoints: [],
        deliveries: [],
        requests: [],
      },
    },
    settings: {
      name: 'Tulip & Trowel',
      logo_url: null,
      accent_color: '#0f766e',
      support: 'help@tulips.example',
      allowed_origins: ['https://shop.example.com'],
      expires_in: 3_600,
      tolerance_percent: '0.5',
      tolerance_amount: '1.00',
      late_policy: { stablecoin_seconds: 86_400, other_seconds: 900 },
      log_bodies: { test: false, live: false },
      legal_name: null,
      address: ['Keizersgracht 126', '1015 CW Amsterdam'],
      tax_id: 'NL001234567B01',
      invoice_prefix: 'INV-',
      invoice_footer: null,
    },
  };
}
