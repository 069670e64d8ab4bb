import { useQuery } from '@tanstack/react-query';
import { networksQuery, walletsQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { findPaymentBlocker, type PaymentBlocker } from './find-payment-blocker.ts';

/** What keeps customers from paying. Undefined without networks and wallets, too. */
export function usePaymentBlocker(mode: Mode, intent: Intent): PaymentBlocker | undefined {
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  return networks.data && wallets.data && findPaymentBlocker(intent, networks.data.data, wallets.data.data);
}
