import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../api/generated.ts';
import { isUsable, keyState } from '../../api/key-state.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FirstRequest } from '../../ui/first-request.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyCard } from './key-card.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RollKey } from './roll-key.tsx';

type Step =
  | { name: 'none' }
  | { name: 'create' }
  | { name: 'roll' | 'revoke'; key: ApiKey }
  | { name: 'created'; key: NewApiKey };

const NONE: Step = { name: 'none' };

export function KeysPage() {
  const mode = useMode();
  const [step, setStep] = useState<Step>(NONE);
  const close = () => setStep(NONE);
  const create = () => setStep({ name: 'create' });
  const created = (key: NewApiKey) => setStep({ name: 'created', key });
  return (
    <Page
      title="API keys"
      lead={`Your ${mode} keys. Use the public key in URLs and keep the private key on your server.`}
      actions={
        <Button kind="primary" onClick={create}>
          <Icon name="plus" />
          Create key
        </Button>
      }
    >
      <Keys
        mode={mode}
        onCreate={create}
        onRoll={(key) => setStep({ name: 'roll', key })}
        onRevoke={(key) => setStep({ name: 'revoke', key })}
      />
      {step.name === 'create' ? <CreateKey mode={mode} onClose={close} onCreated={created} /> : null}
      {step.name === 'roll' ? <RollKey mode={mode} apiKey={step.key} onClose={close} onCreated={created} /> : null}
      {step.name === 'revoke' ? <RevokeKey mode={mode} apiKey={step.key} onClose={close} /> : null}
      {step.name === 'created' ? <NewKeyDialog mode={mode} apiKey={step.key} onClose={close} /> : null}
    </Page>
  );
}

interface KeysProps {
  mode: Mode;
  onCreate: () => void;
  onRoll: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

function Keys({ mode, onCreate, onRoll, onRevoke }: KeysProps) {
  const { data, error, refetch } = useQuery(apiKeysQuery(mode));
  if (error && !data) return <LoadError what="API keys" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} what="API keys" />;
  const now = Date.now();
  const active = data.data.filter((key) => isUsable(keyState(key, now)));
  const inactive = data.data.filter((key) => !isUsable(keyState(key, now)));
  const show = (key: ApiKey) => (
    <li key={key.id}>
      <KeyCard mode={mode} apiKey={key} onRoll={() => onRoll(key)} onRevoke={() => onRevoke(key)} />
    </li>
  );
  return (
    <>
      {active.length === 0 ? (
        <EmptyState
          title={`No active ${mode} keys`}
          action={
            <Button kind="primary" onClick={onCreate}>
              Create a {mode} key
            </Button>
          }
        >
          Create a key to send requests.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">{active.map(show)}</ul>
      )}
      {active.length === 0 ? null : (
        <Card title="Create a payment" lead="Run this command in a terminal, then open Payments.">
          <FirstRequest mode={mode} />
        </Card>
      )}
      {inactive.length === 0 ? null : (
        <details>
          <summary className="text-[13px] font-medium text-soft hover:text-ink">
            Inactive keys ({inactive.length})
          </summary>
          <ul className="mt-3 flex flex-col gap-4">{inactive.map(show)}</ul>
        </details>
      )}
    </>
  );
}
