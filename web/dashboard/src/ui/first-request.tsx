import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiKey } from '../api/generated.ts';
import { keyState, maskKey, pickKey } from '../api/key-state.ts';
import { apiKeysQuery } from '../api/queries.ts';
import { client } from '../api/session-client.ts';
import type { Mode } from '../api/types.ts';
import { writeCurl } from '../api/write-curl.ts';
import { useMay } from '../shell/use-may.ts';
import { useSession } from '../shell/use-session.ts';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { ErrorNotice, LoadError, Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

/** A command that creates a payment with the merchant's own keys. */
export function FirstRequest({ mode }: { mode: Mode }) {
  const may = useMay()('keys:write');
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(mode), enabled: may });
  if (!may) return <p className="text-soft">Payments that your application creates appear on the Payments page.</p>;
  if (error) return <LoadError what="your API keys" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} what="your API keys" />;
  const key = pickKey(data.data, Date.now()) ?? data.data.find((each) => keyState(each, Date.now()) === 'active');
  if (!key) {
    return (
      <Notice tone="info">
        Create a {mode} key to see the command.{' '}
        <Link to="/dashboard/developers/api-keys" className="font-medium underline underline-offset-2">
          Go to API keys
        </Link>
      </Notice>
    );
  }
  return <Command mode={mode} keyPair={key} />;
}

function Command({ mode, keyPair }: { mode: Mode; keyPair: ApiKey }) {
  const { base_url: baseUrl } = useSession();
  const reveal = useMutation({
    mutationFn: () => client.call('POST /{mode}/api_keys/{key_id}/reveal', { path: { mode, key_id: keyPair.id } }),
  });
  const revealed = reveal.data?.private_key;
  const shown = revealed ?? (keyPair.revealable ? maskKey(keyPair, mode) : '$PRIVATE_KEY');
  const command = (privateKey: string) => writeCurl({ baseUrl, publicKey: keyPair.public_key, privateKey });
  const copyText = async () => {
    if (!keyPair.revealable) return command(shown);
    return command(revealed ?? (await reveal.mutateAsync()).private_key);
  };
  return (
    <div className="flex flex-col gap-2">
      <CodeBlock
        label="curl command"
        text={command(shown)}
        actions={
          <>
            {keyPair.revealable && revealed === undefined ? (
              <Button busy={reveal.isPending} onClick={() => reveal.mutate()}>
                <Icon name="eye" />
                Reveal key
              </Button>
            ) : null}
            <CopyButton text={copyText} what="command" />
          </>
        }
      />
      <ErrorNotice error={reveal.error} />
      {keyPair.revealable ? null : (
        <p className="text-xs text-soft">
          First set <code className="font-mono">PRIVATE_KEY</code> to the live private key that you saved.
        </p>
      )}
    </div>
  );
}
