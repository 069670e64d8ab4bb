import type { ErrorCode } from '../../../domain/errors.ts';
import { isDashboardRoute, isKeyedRoute, type Route } from '../route.ts';

const EVERY_ROUTE: readonly ErrorCode[] = [
  'private_key_in_url',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal',
];
const KEYED: readonly ErrorCode[] = [
  'api_version_unknown',
  'missing_credentials',
  'invalid_private_key',
  'private_key_expired',
  'insufficient_scope',
  'ip_not_allowed',
  'unavailable',
];
/** With a public key in the path, the two keys must belong together. */
const KEY_PAIR: readonly ErrorCode[] = ['key_pair_mismatch', 'mode_mismatch'];
/** An open route with a public key in its path reads the merchant's data. */
const OPEN_WITH_MERCHANT: readonly ErrorCode[] = ['unavailable'];
const DASHBOARD: readonly ErrorCode[] = ['unavailable'];
const DASHBOARD_CHANGE: readonly ErrorCode[] = ['cross_site_request'];
const SESSION: readonly ErrorCode[] = ['not_signed_in', 'permission_denied'];
const SESSION_CHANGE: readonly ErrorCode[] = ['csrf_token_invalid'];
const CHANGE: readonly ErrorCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type'];
const FIELDS: readonly ErrorCode[] = ['validation_failed'];
const ID_IN_PATH: readonly ErrorCode[] = ['not_found'];

/** The codes that a route can return: those of its kind, and its own. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const changes = route.method !== 'GET';
  const namesMerchant = route.path.startsWith('/{public_key}/');
  return [
    ...EVERY_ROUTE,
    ...(isKeyedRoute(route) ? KEYED : []),
    ...(isKeyedRoute(route) && namesMerchant ? KEY_PAIR : []),
    ...(route.access === 'open' && namesMerchant ? OPEN_WITH_MERCHANT : []),
    ...(isDashboardRoute(route) ? DASHBOARD : []),
    ...(isDashboardRoute(route) && changes ? DASHBOARD_CHANGE : []),
    ...(route.access === 'session' ? SESSION : []),
    ...(route.access === 'session' && changes ? SESSION_CHANGE : []),
    ...(changes ? CHANGE : []),
    ...(route.body || route.query ? FIELDS : []),
    ...(/_id\}|\{mode\}/.test(route.path) ? ID_IN_PATH : []),
    ...(route.errors ?? []),
  ];
}
