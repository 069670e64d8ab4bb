import { useQuery } from '@tanstack/react-query';
import { loadSession } from '../../api/session-client.ts';

/** This page at the server's own address, if it was opened at another one: the server rejects every form from there. */
export function useOwnAddress(): URL | undefined {
  const { data } = useQuery({ queryKey: ['session'], queryFn: loadSession, staleTime: Number.POSITIVE_INFINITY });
  const base = data && URL.parse(data.base_url);
  if (!base || base.origin === location.origin) return undefined;
  return new URL(`${location.pathname}${location.search}${location.hash}`, base.origin);
}
