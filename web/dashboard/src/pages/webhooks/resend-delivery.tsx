import { useMutation } from '@tanstack/react-query';
import type { Delivery } from '../../api/generated.ts';
import { deliveryKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';

/** Sends the same body again, as a new delivery. */
export function ResendDelivery({ mode, delivery }: { mode: Mode; delivery: Delivery }) {
  const announce = useAnnounce();
  const resend = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/deliveries/{delivery_id}/resend', { path: { mode, delivery_id: delivery.id } }),
    onSuccess: async () => {
      announce('Sent again');
      await queryClient.invalidateQueries({ queryKey: deliveryKeys(mode) });
    },
    onError: (error) => announce(error.message),
  });
  return (
    <Button
      needs="webhooks:write"
      busy={resend.isPending}
      onClick={() => resend.mutate()}
      aria-label={`Resend ${delivery.event_type} ${delivery.number === 0 ? '' : `#${delivery.number}`}`.trim()}
      title={resend.error?.message}
    >
      {resend.isError ? 'Try again' : resend.isSuccess ? 'Sent again' : 'Resend'}
    </Button>
  );
}
