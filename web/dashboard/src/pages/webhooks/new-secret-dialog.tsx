import { useState } from 'react';
import type { NewWebhookEndpoint } from '../../api/generated.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';

interface NewSecretDialogProps {
  title: string;
  endpoint: NewWebhookEndpoint;
  onClose: () => void;
}

/** A secret is shown only here, so Escape, a click outside and the close button ask first. */
export function NewSecretDialog({ title, endpoint, onClose }: NewSecretDialogProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Modal open onClose={() => setAsking(true)} title={title}>
      <div className="flex flex-col gap-4">
        <Notice tone="warning">Copy the signing secret now and store it securely. You will not see it again.</Notice>
        <div>
          <p className="text-[13px] font-medium">Signing secret</p>
          <div className="mt-1 flex items-center gap-2 rounded-md border border-line bg-surface p-2">
            <code className="min-w-0 flex-1 font-mono text-xs break-all">{endpoint.secret}</code>
            <CopyButton text={endpoint.secret} what="signing secret" />
          </div>
          <p className="mt-1 text-xs text-soft">
            Your server verifies with it that an event comes from Florin. Any Standard Webhooks library can do that.
          </p>
        </div>
        {asking ? (
          <Notice tone="bad" role="alert">
            Have you stored the secret? Without it, you have to roll it.
          </Notice>
        ) : null}
      </div>
      <ModalActions>
        {asking ? <Button onClick={() => setAsking(false)}>Back to the secret</Button> : null}
        <Button kind="primary" onClick={onClose}>
          I have stored it
        </Button>
      </ModalActions>
    </Modal>
  );
}
