import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewWebhookEndpoint } from '../../api/generated.ts';
import { endpointsQuery, healthQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateEndpoint } from './create-endpoint.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';

type Step = { name: 'none' } | { name: 'create' } | { name: 'created'; endpoint: NewWebhookEndpoint };

const NONE: Step = { name: 'none' };

export function WebhooksPage() {
  const mode = useMode();
  const [step, setStep] = useState<Step>(NONE);
  const close = () => setStep(NONE);
  const add = () => setStep({ name: 'create' });
  return (
    <Page
      title="Webhooks"
      lead="Florin sends events to these URLs as they happen, and retries until your server accepts them."
      actions={
        <Button needs="webhooks:write" kind="primary" onClick={add}>
          <Icon name="plus" />
          Add endpoint
        </Button>
      }
    >
      <Endpoints mode={mode} onAdd={add} />
      {step.name === 'create' ? (
        <CreateEndpoint mode={mode} onClose={close} onCreated={(endpoint) => setStep({ name: 'created', endpoint })} />
      ) : null}
      {step.name === 'created' ? (
        <NewSecretDialog title="Endpoint added" endpoint={step.endpoint} onClose={close} />
      ) : null}
    </Page>
  );
}

function Endpoints({ mode, onAdd }: { mode: Mode; onAdd: () => void }) {
  const { data, error, refetch } = useQuery(endpointsQuery(mode));
  const health = useQuery(healthQuery(mode));
  if (error && !data) return <LoadError what="webhook endpoints" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} what="webhook endpoints" />;
  if (data.data.length === 0) return <NoEndpoints mode={mode} onAdd={onAdd} />;
  return (
    <ul className="flex flex-col gap-4">
      {data.data.map((endpoint) => (
        <li key={endpoint.id}>
          <EndpointCard
            endpoint={endpoint}
            hours={health.data?.data.find((one) => one.endpoint === endpoint.id)?.hours}
          />
        </li>
      ))}
    </ul>
  );
}

function NoEndpoints({ mode, onAdd }: { mode: Mode; onAdd: () => void }) {
  return (
    <EmptyState
      title={`No ${mode} endpoints`}
      action={
        <Button needs="webhooks:write" kind="primary" onClick={onAdd}>
          Add your first endpoint
        </Button>
      }
    >
      <p>
        Add the URL of your server to be told when a payment succeeds.
        {mode === 'test' ? ' To receive events on your own machine, run:' : ''}
      </p>
      {mode === 'test' ? (
        <code className="mt-2 inline-block rounded-md bg-neutral-tint px-2 py-1 font-mono text-xs wrap-anywhere">
          npx florin listen --forward-to http://127.0.0.1:4000/hooks
        </code>
      ) : null}
    </EmptyState>
  );
}
