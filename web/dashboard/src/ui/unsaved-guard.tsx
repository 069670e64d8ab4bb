import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { Modal, ModalActions } from './modal.tsx';

/** Asks before a page with unsaved changes is left, by a link, by the browser's buttons or by closing the tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      description="Your changes on this page are not saved."
    >
      <ModalActions>
        <Button kind="danger" onClick={() => proceed?.()}>
          Discard changes
        </Button>
        <Button kind="primary" onClick={() => reset?.()}>
          Keep editing
        </Button>
      </ModalActions>
    </Modal>
  );
}
