import { useMutation } from '@tanstack/react-query';
import type { TrustedDevice } from '../../api/generated.ts';
import { securityQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { describeBrowser } from '../../format/browser.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

export function TrustedDevices({ devices }: { devices: TrustedDevice[] }) {
  return (
    <Card title="Trusted devices" lead="They skip the second factor, but not the password.">
      <ul className="-my-3 divide-y divide-line">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </Card>
  );
}

function DeviceRow({ device }: { device: TrustedDevice }) {
  const forget = useMutation({
    mutationFn: () => client.call('DELETE /trusted_devices/{device_id}', { path: { device_id: device.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityQuery().queryKey }),
  });
  const name = describeBrowser(device.user_agent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere" title={device.user_agent}>
          {name}
        </p>
        <p className="text-xs text-soft">
          {device.address}, until <DateTime at={device.expires_at} />
        </p>
      </div>
      <Button busy={forget.isPending} onClick={() => forget.mutate()} aria-label={`Forget ${name}`}>
        Forget
      </Button>
      <ErrorNotice error={forget.error} />
    </li>
  );
}
