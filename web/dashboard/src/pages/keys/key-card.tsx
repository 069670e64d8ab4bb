import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../api/generated.ts';
import { isUsable, type KeyState, keyState, maskKey } from '../../api/key-state.ts';
import { client } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import type { Tone } from '../../format/status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const STATES: Record<KeyState, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  ending: { label: 'Expiring', tone: 'warning' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'bad' },
};

interface KeyCardProps {
  mode: Mode;
  apiKey: ApiKey;
  onRoll: () => void;
  onRevoke: () => void;
}

export function KeyCard({ mode, apiKey, onRoll, onRevoke }: KeyCardProps) {
  const state = keyState(apiKey, Date.now());
  return (
    <article aria-label={apiKey.name} className="rounded-lg border border-line bg-raised shadow-lift">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h2 className="font-semibold wrap-anywhere">{apiKey.name}</h2>
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        </div>
        {isUsable(state) ? (
          <div className="flex gap-2">
            {state === 'active' ? (
              <Button onClick={onRoll} aria-label={`Roll ${apiKey.name}`}>
                Roll
              </Button>
            ) : null}
            <Button kind="danger" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
              Revoke
            </Button>
          </div>
        ) : null}
      </div>
      <dl className="flex flex-col gap-3 p-4">
        <Detail name="Public key">
          <span className="flex min-w-0 items-center gap-x-2">
            <KeyText text={apiKey.public_key} />
            <CopyButton text={apiKey.public_key} what="public key" compact />
          </span>
        </Detail>
        <PrivateKey mode={mode} apiKey={apiKey} canReveal={isUsable(state)} />
      </dl>
      <dl className="mx-4 grid gap-3 border-t border-line py-3 sm:grid-cols-2 lg:grid-cols-4">
        <Detail name="Scopes">{apiKey.scopes.join(', ')}</Detail>
        {apiKey.allowed_cidrs.length === 0 ? null : (
          <Detail name="Allowed IP ranges">{apiKey.allowed_cidrs.join(', ')}</Detail>
        )}
        <Detail name="Last used">
          {apiKey.last_used_at === null ? (
            'Never'
          ) : (
            <span>
              <TimeAgo at={apiKey.last_used_at} />
              {apiKey.last_used_address === null ? '' : ` from ${apiKey.last_used_address}`}
            </span>
          )}
        </Detail>
        <Detail name={state === 'expired' ? 'Expired' : 'Expires'}>
          {apiKey.expires_at === null ? 'Never' : <TimeAgo at={apiKey.expires_at} />}
        </Detail>
        <Detail name={apiKey.revoked_at === null ? 'Created' : 'Revoked'}>
          <TimeAgo at={apiKey.revoked_at ?? apiKey.created_at} />
        </Detail>
      </dl>
    </article>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-2 wrap-anywhere">{children}</dd>
    </div>
  );
}

const KeyText = ({ text }: { text: string }) => <code className="min-w-0 font-mono text-xs break-all">{text}</code>;

/** A test key can be revealed at any time. For a live key the server stores only a hash. */
function PrivateKey({ mode, apiKey, canReveal }: { mode: Mode; apiKey: ApiKey; canReveal: boolean }) {
  const reveal = useMutation({
    mutationFn: () => client.call('POST /{mode}/api_keys/{key_id}/reveal', { path: { mode, key_id: apiKey.id } }),
  });
  const revealed = reveal.data?.private_key;
  return (
    <Detail name="Private key">
      <span className="flex min-w-0 items-center gap-x-2">
        <KeyText text={revealed ?? maskKey(apiKey, mode)} />
        {revealed === undefined ? null : <CopyButton text={revealed} what="private key" compact />}
      </span>
      {canReveal && apiKey.revealable ? (
        <Button
          kind="quiet"
          busy={reveal.isPending}
          aria-label={`${revealed === undefined ? 'Reveal' : 'Hide'} private key for ${apiKey.name}`}
          onClick={() => (revealed === undefined ? reveal.mutate() : reveal.reset())}
        >
          <Icon name="eye" />
          {revealed === undefined ? 'Reveal' : 'Hide'}
        </Button>
      ) : null}
      {apiKey.revealable ? null : <span className="text-xs text-soft">Shown once, when created</span>}
      {reveal.error ? (
        <div className="w-full">
          <ErrorNotice error={reveal.error} />
        </div>
      ) : null}
    </Detail>
  );
}
