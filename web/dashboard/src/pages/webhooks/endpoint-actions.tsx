import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../api/generated.ts';
import { deliveryKeys, endpointKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { EndpointChanges, Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { EditEndpoint } from './edit-endpoint.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';
import { RollSecret } from './roll-secret.tsx';

type Step = { name: 'none' | 'edit' | 'roll' | 'delete' } | { name: 'rolled'; endpoint: NewWebhookEndpoint };

const NONE: Step = { name: 'none' };

/** What can be done to an endpoint. */
export function EndpointActions({ mode, endpoint }: { mode: Mode; endpoint: WebhookEndpoint }) {
  const [step, setStep] = useState<Step>(NONE);
  const announce = useAnnounce();
  const close = () => setStep(NONE);
  const path = { mode, endpoint_id: endpoint.id };
  const isEnabled = endpoint.status === 'enabled';
  const change = useMutation({
    mutationFn: (body: EndpointChanges) => client.call('PATCH /{mode}/webhook_endpoints/{endpoint_id}', { path, body }),
    onSuccess: async () => {
      announce(isEnabled ? 'Endpoint disabled' : 'Endpoint enabled');
      await queryClient.invalidateQueries({ queryKey: endpointKeys(mode) });
    },
  });
  const test = useMutation({
    mutationFn: () => client.call('POST /{mode}/webhook_endpoints/{endpoint_id}/test', { path }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveryKeys(mode) }),
  });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {isEnabled ? (
          <Button needs="webhooks:write" kind="primary" busy={test.isPending} onClick={() => test.mutate()}>
            Send test event
          </Button>
        ) : null}
        <Button needs="webhooks:write" onClick={() => setStep({ name: 'edit' })}>
          Edit
        </Button>
        <Button needs="webhooks:write" onClick={() => setStep({ name: 'roll' })}>
          Roll secret
        </Button>
        <Button
          needs="webhooks:write"
          busy={change.isPending}
          onClick={() => change.mutate({ status: isEnabled ? 'disabled' : 'enabled' })}
        >
          {isEnabled ? 'Disable' : 'Enable'}
        </Button>
        <Button needs="webhooks:write" kind="danger" onClick={() => setStep({ name: 'delete' })}>
          Delete
        </Button>
      </div>
      <ErrorNotice error={test.error ?? change.error} />
      {test.data && isEnabled ? <TestSent id={test.data.id} /> : null}
      {step.name === 'edit' ? <EditEndpoint mode={mode} endpoint={endpoint} onClose={close} /> : null}
      {step.name === 'roll' ? (
        <RollSecret
          mode={mode}
          endpoint={endpoint}
          onClose={close}
          onRolled={(rolled) => setStep({ name: 'rolled', endpoint: rolled })}
        />
      ) : null}
      {step.name === 'rolled' ? (
        <NewSecretDialog title="Secret rolled" endpoint={step.endpoint} onClose={close} />
      ) : null}
      {step.name === 'delete' ? <DeleteEndpoint mode={mode} endpoint={endpoint} onClose={close} /> : null}
    </div>
  );
}

/** On a small screen, the delivery is far below the button. */
function TestSent({ id }: { id: string }) {
  return (
    <Notice tone="good" role="status">
      Test event sent.{' '}
      <Link to="/dashboard/developers/webhooks/deliveries/$id" params={{ id }} className="font-semibold underline">
        View delivery
      </Link>
    </Notice>
  );
}
