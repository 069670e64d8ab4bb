import { useState } from 'react';
import type { NewApiKey } from '../../api/generated.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';

function KeyRow({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="text-[13px] font-medium">{name}</p>
      <div className="mt-1 flex items-center gap-2 rounded-md border border-line bg-surface p-2">
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{text}</code>
        <CopyButton text={text} what={name.toLowerCase()} />
      </div>
    </div>
  );
}

interface NewKeyDialogProps {
  mode: Mode;
  apiKey: NewApiKey;
  onClose: () => void;
}

/** A live private key is shown only here, so Escape, a click outside and the close button ask first. */
export function NewKeyDialog({ mode, apiKey, onClose }: NewKeyDialogProps) {
  const [asking, setAsking] = useState(false);
  const isLive = mode === 'live';
  return (
    <Modal open onClose={isLive ? () => setAsking(true) : onClose} title={`API key “${apiKey.name}” created`}>
      <div className="flex flex-col gap-4">
        {isLive ? (
          <Notice tone="warning">Copy the private key now and store it securely. You will not see it again.</Notice>
        ) : (
          <p className="text-soft">You can reveal this test key again at any time.</p>
        )}
        <KeyRow name="Public key" text={apiKey.public_key} />
        <KeyRow name="Private key" text={apiKey.private_key} />
        {asking ? (
          <Notice tone="bad" role="alert">
            Have you stored the private key? Without it, you have to create or roll the key again.
          </Notice>
        ) : null}
      </div>
      <ModalActions>
        {asking ? <Button onClick={() => setAsking(false)}>Back to the key</Button> : null}
        <Button kind="primary" onClick={onClose}>
          {isLive ? 'I have stored it' : 'Done'}
        </Button>
      </ModalActions>
    </Modal>
  );
}
