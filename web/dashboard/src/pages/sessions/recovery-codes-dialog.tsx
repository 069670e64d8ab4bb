import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The codes are shown only here, so a click outside does not close the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title="Your recovery codes" closeOnOutsideClick={false}>
      <div className="flex flex-col gap-4">
        <Notice tone="warning">
          Store these codes safely. Each signs you in once if you lose your device. You will not see them again.
        </Notice>
        <ul className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-surface p-3 font-mono text-xs sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <ModalActions>
        <CopyButton text={codes.join('\n')} what="recovery codes" />
        <Button kind="primary" onClick={onClose}>
          I have stored them
        </Button>
      </ModalActions>
    </Modal>
  );
}
