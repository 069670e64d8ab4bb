import type { NewInvitation } from '../../api/generated.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The link is shown only here, so a click outside does not close the dialog. */
export function InvitationLink({ invitation, onClose }: { invitation: NewInvitation; onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title={`Invitation for ${invitation.email}`} closeOnOutsideClick={false}>
      <div className="flex flex-col gap-4">
        {invitation.mailed ? (
          <Notice tone="good">
            The link is on its way to {invitation.email}. You can also copy it now: you will not see it again. It works
            once, until <DateTime at={invitation.expires_at} />.
          </Notice>
        ) : (
          <Notice tone="warning">
            Copy the link now and send it to {invitation.email}. You will not see it again. It works once, until{' '}
            <DateTime at={invitation.expires_at} />.
          </Notice>
        )}
        <div className="flex items-center gap-2 rounded-md border border-line bg-surface p-2">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{invitation.url}</code>
          <CopyButton text={invitation.url} what="invitation link" />
        </div>
      </div>
      <ModalActions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </ModalActions>
    </Modal>
  );
}
