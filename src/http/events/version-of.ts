import { API_VERSION } from '../../domain/version.ts';
import type { AnyCall, Caller } from '../server/call.ts';

/** The API version that a call is answered in. The gate has checked the one that the request names. */
export const versionOf = ({ apiVersion }: Caller, headers: AnyCall['headers']): string =>
  String(headers['api-version'] ?? apiVersion ?? API_VERSION);
